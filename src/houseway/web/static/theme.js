// Runs before the page is drawn: the chosen theme, if one was chosen; otherwise the system's holds.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // a browser that keeps nothing follows the system
}
