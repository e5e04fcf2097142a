// Show the address by which this page was reached in the command to copy.
"use strict";

const base = new URL(".", location.href).href.replace(/\/$/, "");
for (const place of document.querySelectorAll(".address")) {
  place.textContent = base;
}
