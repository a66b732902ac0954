// The page that leads to others: a field that filters its rows, and a button for those that fail.

const field = document.querySelector("#filter");
const failing = document.querySelector("#failing");
const entries = [...document.querySelectorAll("tbody tr[data-words]")];
const headings = [...document.querySelectorAll("tbody tr:not([data-words])")];

// Whether every word that is asked for stands in a row.
const isFound = (text, asked) =>
  asked.toLowerCase().split(/\s+/).every((word) => text.toLowerCase().includes(word));

function filter() {
  const onlyFailing = failing.getAttribute("aria-pressed") === "true";
  for (const row of entries) {
    const hidden = onlyFailing && row.dataset.outcome === "holds";
    row.hidden = hidden || !isFound(row.dataset.words, field.value.trim());
  }
  // A heading stays with the rows below it.
  for (const heading of headings) {
    let row = heading.nextElementSibling;
    let isEmpty = true;
    for (; row?.dataset.words !== undefined; row = row.nextElementSibling) {
      if (!row.hidden) isEmpty = false;
    }
    heading.hidden = isEmpty;
  }
  const count = entries.filter((row) => !row.hidden).length;
  document.querySelector("#count").textContent = `${count} of ${entries.length}`;
}

field.addEventListener("input", filter);
failing.addEventListener("click", () => {
  const isPressed = failing.getAttribute("aria-pressed") === "true";
  failing.setAttribute("aria-pressed", String(!isPressed));
  filter();
});
for (const element of document.querySelectorAll(".js[hidden]")) element.hidden = false;
filter();
