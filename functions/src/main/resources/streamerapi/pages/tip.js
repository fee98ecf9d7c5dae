"use strict";

// Counts the characters of a field, as the service does: by code points.
for (const field of document.querySelectorAll("[data-most]")) {
  const count = document.getElementById(field.id + "-count");
  const most = Number(field.dataset.most);
  const show = () => {
    const length = [...field.value.trim()].length;
    count.textContent = length > most ? `${length - most} ${length - most === 1 ? "character" : "characters"} too many` : `${length} of ${most}`;
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

// Describes in words how a link will look on the stream, without asking the video's site. The service decides whether it can be played.
const SITES = { "youtube.com": "YouTube", "youtube-nocookie.com": "YouTube", "youtu.be": "YouTube", "vimeo.com": "Vimeo", "player.vimeo.com": "Vimeo" };

function seconds(text) {
  const [, hours, minutes, rest] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text ?? "") ?? [];
  return 3600 * (hours ?? 0) + 60 * (minutes ?? 0) + Number(rest ?? 0);
}

function parsed(text) {
  try {
    return new URL(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
  } catch {
    return null;
  }
}

function described(text) {
  const address = parsed(text);
  const site = SITES[address?.hostname.replace(/^(www|m|music)\./, "")];
  const id = site === "Vimeo"
    ? /\/(\d{6,12})(?:\/|$)/.exec(address.pathname)?.[1]
    : address?.searchParams.get("v") ?? /\/([\w-]{11})$/.exec(address?.pathname)?.[1];
  if (site === undefined || !id) {
    return null;
  }
  const from = seconds(address.searchParams.get("t") ?? address.searchParams.get("start") ?? address.hash.replace(/^#t=/, ""));
  const start = from > 0 ? `, from ${Math.floor(from / 60)}:${String(from % 60).padStart(2, "0")}` : "";
  return `${site} video ${id}${start}. It is played on stream after your message.`;
}

const link = document.getElementById("media_url");
const video = document.getElementById("media_url-video");
const showVideo = () => {
  const words = described(link.value.trim());
  video.hidden = words === null;
  video.lastElementChild.textContent = words ?? "";
};
if (video !== null) {
  link.addEventListener("input", showVideo);
  showVideo();
}
