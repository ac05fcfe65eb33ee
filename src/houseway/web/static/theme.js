// Runs before the page is drawn: what was chosen on /settings and shows on every page; otherwise the system's holds.
try {
  for (const name of ["theme", "suits", "cards", "keys"]) {
    const chosen = localStorage.getItem(name);
    if (chosen) document.documentElement.dataset[name] = chosen;
  }
} catch {
  // a browser that keeps nothing follows the system
}
