document.addEventListener("DOMContentLoaded", () => {
  // What can be scrolled must be reached by the keyboard.
  for (const box of document.querySelectorAll("pre, .table-wrapper")) box.tabIndex = 0;

  // A field above each long table shows only the rows with all the words that are typed.
  for (const table of document.querySelectorAll("table.docutils")) {
    const rows = [...table.querySelectorAll("tbody tr")];
    if (rows.length < 20) continue;
    const field = Object.assign(document.createElement("input"), { type: "search", className: "filter" });
    field.placeholder = "Filter: words or numbers";
    field.setAttribute("aria-label", "Filter the rows of this table");
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
    });
    (table.closest(".table-wrapper") ?? table).before(field);
  }
});
