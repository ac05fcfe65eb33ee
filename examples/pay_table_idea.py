"""From an idea for a pay table to a priced, simulated and exported study: run it, or paste it into a notebook."""

import tempfile
from pathlib import Path

import houseway

folder = Path(tempfile.mkdtemp())

# Which Natural Flush tables, none of their pays above 200 to 1, keep about 4% for the house?
designs = houseway.design(
    "flush-poker",
    "natural-flush",
    edge="4%±0.5",
    top_odds=200,
    table="2",
    vary={"7-card flush": "100..200/25 to 1", "6-card flush": "20..60/5 to 1", "5-card flush": "8..12 to 1"},
)
print(designs)

# The nearest one as a study file, analysed and simulated by its own rules.
file = folder / "idea.toml"
file.write_text(designs.study_text(name="my natural flush"), encoding="utf-8")
analysis = houseway.analyze(file)
simulation = houseway.simulate(file, rounds=2e5, seed=7, strategy="threshold", jackpot="off")
print(analysis, simulation, sep="\n")

# For a colleague: tables with a return column.
analysis.to_csv(folder / "prices.csv")
simulation.to_csv(folder / "simulated.csv")
designs.to_csv(folder / "designs.csv")
