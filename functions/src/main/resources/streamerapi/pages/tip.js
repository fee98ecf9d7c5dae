"use strict";

// Counts the characters of a field, as the service does: by code points.
for (const field of document.querySelectorAll("[data-most]")) {
  const count = document.getElementById(field.id + "-count");
  const most = Number(field.dataset.most);
  const show = () => {
    const length = [...field.value.trim()].length;
    count.textContent = length > most ? `${length - most} characters too many` : `${length} of ${most}`;
    count.classList.toggle("error", length > most);
  };
  field.addEventListener("input", show);
  show();
}

// An amount of one's own counts more than a chosen one; so it is emptied when another is chosen, and the other way round.
const own = document.getElementById("amount");
const presets = document.querySelectorAll("input[name=preset]");
for (const preset of presets) {
  preset.addEventListener("change", () => { own.value = ""; });
}
own?.addEventListener("input", () => {
  if (own.value.trim() !== "") {
    for (const preset of presets) preset.checked = false;
  }
});
