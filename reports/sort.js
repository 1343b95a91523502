"use strict";
// Tables of class "sortable": a click on a heading sorts by that column, numbers by their data-v, words by the page's language.
(function () {
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") !== "descending";
        for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const value = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent.trim();
        const rows = Array.from(body.rows).sort((a, b) => {
          const x = value(a), y = value(b);
          const number = Number(x) - Number(y);
          return Number.isNaN(number) ? x.localeCompare(y, document.documentElement.lang) : number;
        });
        if (down) rows.reverse();
        body.append(...rows);
      });
    });
  }
})();
