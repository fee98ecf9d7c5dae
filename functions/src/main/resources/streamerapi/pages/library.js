"use strict";

// Uploads of own pictures and sounds: straight into the bucket. The service signs a form for the file, and looks at what
// came.

const FILE_TYPES = { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", webm: "video/webm", mp3: "audio/mpeg", ogg: "audio/ogg", oga: "audio/ogg", wav: "audio/wav" };
const MOST_BYTES = 10000000;
const MOST_PIXELS = 4096;
const NAME_LENGTH = 64;

// A page that is left would end its uploads.
let uploads = 0;
addEventListener("beforeunload", (event) => {
  if (uploads > 0) event.preventDefault();
});

async function reach(address, request) {
  try {
    return await fetch(address, request);
  } catch {
    throw new Error("This did not reach the service. Try again when it is connected");
  }
}

async function askLibrary(path, body) {
  const headers = { "X-CSRF-Token": document.querySelector("input[name=csrf_token]").value };
  if (body) headers["Content-Type"] = "application/json";
  const answer = await reach(`/dashboard/api/library${path}`, { method: "POST", headers, body: body && JSON.stringify(body) });
  const read = await answer.json();
  if (!answer.ok) throw new Error(read.error);
  return read;
}

// Whether a picture is larger than the library takes. The service refuses it too, but only after it was uploaded, and
// then it counts among the unfinished uploads of the hour.
async function isTooLarge(file, type) {
  const picture = type.startsWith("image/") ? await createImageBitmap(file).catch(() => null) : null;
  return picture !== null && Math.max(picture.width, picture.height) > MOST_PIXELS;
}

// Uploads a file, and answers it as the library has it.
async function uploadFile(file) {
  uploads++;
  try {
    return await uploaded(file);
  } finally {
    uploads--;
  }
}

async function uploaded(file) {
  const type = FILE_TYPES[file.name.split(".").at(-1).toLowerCase()];
  if (!type) throw new Error("Only PNG, JPEG, GIF, WebP, WebM, MP3, OGG and WAV files can be added");
  if (file.size > MOST_BYTES) throw new Error("A file can have at most 10 MB");
  if (file.size === 0) throw new Error("The file is empty");
  if (await isTooLarge(file, type)) throw new Error("A picture can have at most 4096 pixels to a side");
  const name = [...file.name].slice(0, NAME_LENGTH).join("");
  const { upload } = await askLibrary("", { name, type, bytes: file.size });
  const form = new FormData();
  for (const field of upload.fields) form.append(field.name, field.value);
  form.append("file", file);
  const sent = await reach(upload.url, { method: "POST", body: form, credentials: "omit" });
  if (!sent.ok) throw new Error("The upload was refused. Try again");
  return (await askLibrary(`/${upload.file_id}/complete`)).file;
}

// The library's own page: each file in a line that says how it goes, and the page anew when all are there.
function beginUploads(form) {
  const input = form.querySelector("input[type=file]");
  const lines = document.getElementById("uploads");
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("change", async () => {
    const files = [...input.files];
    let failed = 0;
    lines.replaceChildren();
    input.disabled = true;
    for (const file of files) {
      const line = document.createElement("p");
      line.textContent = `${file.name}: uploading…`;
      lines.append(line);
      try {
        await uploadFile(file);
        line.textContent = `${file.name}: added.`;
      } catch (problem) {
        failed++;
        line.className = "error";
        line.textContent = `${file.name}: ${problem.message}.`;
      }
    }
    input.disabled = false;
    input.value = "";
    if (failed === 0) location.assign("/dashboard/library");
  });
}

if (document.getElementById("upload")) beginUploads(document.getElementById("upload"));
