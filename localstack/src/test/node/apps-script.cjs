// The parts of Google Apps Script that docs/integrations/google-sheets.md uses, and runs of its code.
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

const { STREAMER_URL, STREAMER_KEY } = process.env;
const authorization = ['-H', `Authorization: Bearer ${STREAMER_KEY}`];
const properties = { STREAMER_URL, STREAMER_KEY };
const rows = [];
/** The names of people who were erased: the log has none of their tips any more. */
const erased = new Set();
/** Tips that the log has besides those of the service, newest first. */
let crowd = [];

globalThis.LockService = { getScriptLock: () => ({ waitLock() {}, releaseLock() {} }) };
globalThis.PropertiesService = {
  getScriptProperties: () => ({
    getProperty: (name) => properties[name] ?? null,
    setProperties: (values) => {
      if (Object.values(values).some((value) => value.length > 9 * 1024)) throw new Error('Argument too large: value');
      Object.assign(properties, values);
    },
  }),
};
globalThis.SpreadsheetApp = {
  getActiveSpreadsheet: () => ({
    getSheets: () => [{ getLastRow: () => rows.length, getRange: (...range) => ({ setValues: (values) => write(range, values) }) }],
  }),
};
globalThis.UrlFetchApp = {
  fetch: (url, { headers }) => {
    const text = execFileSync('curl', ['-sf', '-H', `Authorization: ${headers.Authorization}`, url], { encoding: 'utf8' });
    const page = JSON.parse(text);
    page.events = page.events.filter((event) => !erased.has(event.data.name));
    if (page.next_cursor === null) page.events.unshift(...crowd);
    return { getContentText: () => JSON.stringify(page) };
  },
};

function write([row, column, height, width], values) {
  if (row !== rows.length + 1 || column !== 1 || height !== values.length || values.some((line) => line.length !== width)) {
    throw new Error('The values do not fit the range');
  }
  rows.push(...values);
}

(0, eval)(readFileSync(process.argv[2], 'utf8'));
appendTips();
const first = rows.length;
appendTips();
if (rows.length !== first) throw new Error('A run without a new tip appended rows');
const tip = ['-H', 'Content-Type: application/json', '-d', '{"name":"Grace","amount":2.5}', `${STREAMER_URL}/tips`];
execFileSync('curl', ['-sf', ...authorization, ...tip]);
for (let i = 0; i < 100 && rows.length === first; i++) appendTips();

const known = rows.length;
erased.add('Grace');
appendTips();
if (rows.length !== known) throw new Error('The erasure of the newest tip appended rows');

const post = (path) => JSON.parse(execFileSync('curl', ['-sf', ...authorization, '-X', 'POST', STREAMER_URL + path], { encoding: 'utf8' }));
const get = (path) => JSON.parse(execFileSync('curl', ['-sf', ...authorization, STREAMER_URL + path], { encoding: 'utf8' }));
const { order_id } = get('/tts/queue').items[0];
for (const step of ['start', 'finish', 'replay']) post(`/tts/${order_id}/${step}`);
const isReplayed = () => get('/events/log?type=tip.created').events.some((event) => event.data.is_replay);
for (let i = 0; i < 100 && !isReplayed(); i++);
if (!isReplayed()) throw new Error('The replay is not in the log');
appendTips();
if (rows.length !== known) throw new Error('A replay appended rows');

const data = { name: 'Crowd', amount: 1, currency: 'EUR', message: null };
const created = get('/events/log?type=tip.created').events[0].created;
crowd = Array.from({ length: 600 }, (_, i) => ({ id: `evt_${String(i).padStart(26, '0')}`, created, data }));
appendTips();
appendTips();
if (rows.length !== known + crowd.length) throw new Error('Of many tips in a minute some are not there once');
console.log(JSON.stringify(rows.slice(0, known)));
