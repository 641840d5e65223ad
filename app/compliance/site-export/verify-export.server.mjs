// Verifies an exported copy of the site: node verify.mjs [--last <hash>] [--manifest <hash>]
// It needs Node.js 20 or newer and nothing else: no network, no database and no other program of the firm.
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { parseArgs } from "node:util";

const folder = import.meta.dirname;
const { values } = parseArgs({ options: { last: { type: "string" }, manifest: { type: "string" } } });
const problems = [];

/** The fields that the hash of an entry covers, in this order. */
const hashedFields =
  "position kind release recordedAt author approver reason build siteDigest previousHash".split(" ");
/** The fields of an entry: those that the hash covers, and the hash. */
const entryFields = [...hashedFields, "hash"];
const captureFields = "path title contentHash responseHash textHash".split(" ");

const chain = readJson("chain.json", []);
const misdated = chain.filter(({ recordedAt }, index) => recordedAt < (chain[index - 1]?.recordedAt ?? ""));
const notices = misdated.map(({ position }) => `Entry ${position} is dated before entry ${position - 1}.`);
const manifest = readJson("manifest.json", { files: [], captures: [] });
const audit = existsSync(join(folder, "audit")) ? await verifyAudit() : undefined;
verifyChain();
const versionFiles = verifyPeriod(manifest.period);
verifyManifest();
await verifyOtherFiles();
verifyLast(values.last);
const manifestHash = verifyManifestHash(values.manifest);

for (const line of [...problems, ...notices, ...(audit?.changes ?? [])]) print(line);
const end = chain.at(-1);
print(
  problems.length === 0
    ? `The export is intact: ${chain.length} entries, ${manifest.captures.length} pages and files.`
    : "The export is not intact.",
);
if (end !== undefined) print(`The last entry is ${end.position}, ${end.recordedAt}: ${end.hash}`);
if (manifest.period !== undefined) {
  const { versions, since, until } = manifest.period;
  const days = `from ${since ?? "the first capture"} to ${until ?? "the last one"}`;
  print(`It contains ${versions.length} versions of pages and files, ${days}.`);
}
if (audit !== undefined) {
  print(
    `The audit log has ${audit.events} events in links ${audit.firstLink} to ${audit.lastLink}, which contain the days from ${audit.since ?? "its start"} to ${audit.until ?? "its end"}.`,
  );
  print(`The last link is ${audit.last?.position}, ${audit.last?.sealedAt}: ${audit.last?.hash}`);
}
if (values.manifest === undefined) {
  print(
    `The chain proves the captured pages and files. All other files, such as the copies for reading, are proven by the hash of the manifest. Compare it with the event of this export in the firm’s audit log: ${manifestHash}`,
  );
}
process.exitCode = problems.length === 0 ? 0 : 1;

function print(line) {
  process.stdout.write(`${line}\n`);
}

/** Each entry contains the hash of the one before it, so a change of an entry breaks all that follow. */
function verifyChain() {
  if (chain.length === 0) problems.push("chain.json: it has no entries.");
  let previous = null;
  for (const [index, entry] of chain.entries()) {
    const name = `chain.json, entry ${entry.position}`;
    if (entry.position !== index + 1) problems.push(`${name}: entries are missing before it.`);
    if (entry.previousHash !== previous) {
      problems.push(`${name}: it does not follow the hash of the entry before it.`);
    }
    if (
      hasOtherFields(entry, [...entryFields, "captures"]) ||
      entry.captures.some((each) => hasOtherFields(each, captureFields))
    ) {
      problems.push(`${name}: it has fields that its hash does not contain.`);
    }
    if (hashEntry(entry) !== entry.hash) {
      problems.push(`${name}: its hash is not that of its time, names, reason, pages and files.`);
    }
    previous = entry.hash;
  }
}

function hasOtherFields(value, fields) {
  return Object.keys(value).some((key) => !fields.includes(key));
}

/** The format is described in the runbook of the program that wrote the export. */
function hashEntry(entry) {
  const captures = entry.captures
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((capture) => captureFields.map((field) => capture[field]));
  return sha256(JSON.stringify([1, ...hashedFields.map((field) => entry[field]), captures]));
}

/** Every page and file of the last entry’s release is in the export with the bytes, status and headers of the chain. */
function verifyManifest() {
  const published = listPublished();
  if (manifest.position !== chain.at(-1)?.position) {
    problems.push("manifest.json: it does not end with the last entry of chain.json.");
  }
  for (const listed of manifest.captures) {
    verifyCapture(listed, published.get(listed.path));
    published.delete(listed.path);
  }
  for (const [path, { entry }] of published) {
    problems.push(`manifest.json: ${path} of entry ${entry} is missing.`);
  }
  verifyNames();
}

function verifyNames() {
  const listed = [...manifest.files, ...manifest.captures, ...manifest.captures.map((each) => each.readable)];
  const known = new Set(["manifest.json", ...versionFiles, ...listed.map((each) => each?.file)]);
  for (const [file, isFile] of listFiles()) {
    if (!isFile) problems.push(`${file}: it is a link, whose content can be elsewhere.`);
    else if (!known.has(file)) problems.push(`${file}: manifest.json does not list it.`);
  }
}

/** The files that are no part of the site. The audit log can be too large for memory. */
async function verifyOtherFiles() {
  for (const { file, sha256: expected } of manifest.files) {
    if (!/^(?:(?:audit|emails|evidence)\/)?[\w()-]+\.[a-z]+$/.test(file)) {
      problems.push(`manifest.json: ${file} is not the name of a file of an export.`);
      continue;
    }
    const hash = createHash("sha256");
    try {
      for await (const bytes of createReadStream(join(folder, file))) hash.update(bytes);
      if (hash.digest("hex") !== expected) problems.push(`${file}: it was changed.`);
    } catch {
      problems.push(`${file}: it cannot be read.`);
    }
  }
  const names = manifest.files.map(({ file }) => file);
  for (const file of ["index.html", "chain.json", "verify.mjs"]) {
    if (!names.includes(file)) problems.push(`manifest.json: it does not list ${file}.`);
  }
}

/** The latest capture of each path in the release of an entry, the last one by default. */
function listPublished(last = chain.at(-1)) {
  const published = new Map();
  for (const entry of chain) {
    if (entry.release !== last?.release || entry.position > last.position) continue;
    for (const capture of entry.captures) published.set(capture.path, { ...capture, entry: entry.position });
  }
  return published;
}

/** Every page and file that was published in the period is in the export with the bytes of the chain. Returns their files. */
function verifyPeriod({ versions, startsAt } = { versions: [] }) {
  const published = chain.flatMap(({ position, captures }) =>
    captures.map((capture) => ({ ...capture, entry: position })),
  );
  const byName = new Map(published.map((each) => [`${each.entry} ${each.path}`, each]));
  const places = new Map(manifest.captures.map(({ sha256: hash, file }) => [hash, file]));
  for (const version of versions) verifyVersion(version, byName, places);
  if (startsAt === undefined) return [];
  const first = chain.findLast(({ recordedAt }) => recordedAt < startsAt) ?? { position: 0 };
  const later = published.filter(({ entry }) => entry > first.position);
  for (const { path, contentHash, entry } of [...listPublished(first).values(), ...later]) {
    if (!places.has(contentHash)) problems.push(`manifest.json: ${path} of entry ${entry} is missing.`);
  }
  return [...places.values()];
}

/** The same bytes are in one file, which can be that of a page at the end of the period. */
function verifyVersion({ path, title, entry, sha256: hash, file }, published, places) {
  const capture = published.get(`${entry} ${path}`);
  const isNamed =
    /^versions\/[0-9a-f]{64}(?:\.[a-z0-9]{1,12})?$/.test(file) && file.slice(9).startsWith(hash);
  if (capture?.contentHash !== hash || capture.title !== title) {
    problems.push(`manifest.json: the version of ${path} differs from entry ${entry} of chain.json.`);
  } else if (!places.has(hash) && isNamed) {
    verifyFile({ file, sha256: hash }, `its bytes are not those of ${path} in entry ${entry}.`);
    places.set(hash, file);
  } else if (places.get(hash) !== file) {
    problems.push(`manifest.json: the file of ${path} in entry ${entry} is not named by its hash.`);
  }
}

function verifyCapture(listed, capture) {
  const { path, title, sha256: contentHash, responseSha256, textSha256, status, headers, entry } = listed;
  const isOfChain =
    capture !== undefined &&
    capture.title === title &&
    capture.contentHash === contentHash &&
    capture.responseHash === responseSha256 &&
    capture.textHash === textSha256 &&
    capture.entry === entry;
  if (!isOfChain) problems.push(`manifest.json: ${path} differs from entry ${entry} of chain.json.`);
  if (sha256(JSON.stringify({ status, headers })) !== responseSha256) {
    problems.push(`manifest.json: the status or the headers of ${path} differ from entry ${entry}.`);
  }
  verifyPlace(listed, contentHash);
}

/** Each path has one place, because the pages of two paths could be exchanged otherwise. */
function verifyPlace(listed, contentHash) {
  const { path, title, entry } = listed;
  const place = posix.normalize(path).replace(/^\/+/, "") + (title === null ? "" : "/index.html");
  const [captured, readable] = [posix.join("captured", place), posix.join("site", place)];
  if (listed.file !== captured || listed.readable?.file !== readable) {
    problems.push(`manifest.json: the files of ${path} are not ${captured} and ${readable}.`);
    return;
  }
  verifyFile(
    { file: listed.file, sha256: contentHash },
    `its bytes are not those of ${path} in entry ${entry}.`,
  );
  verifyFile(listed.readable, `it is not the readable copy of ${path} in entry ${entry}.`);
}

function verifyFile(expected, problem) {
  const bytes = readBytes(expected.file);
  if (bytes !== undefined && sha256(bytes) !== expected.sha256) problems.push(`${expected.file}: ${problem}`);
}

/** @param expected the hash in the firm’s audit log */
function verifyManifestHash(expected) {
  const hash = sha256(readBytes("manifest.json") ?? "");
  if (expected !== undefined && expected.toLowerCase() !== hash) {
    problems.push(`manifest.json: its hash is ${hash}, and not ${expected}.`);
  }
  return hash;
}

/** @param last a hash that was kept outside the database, for example in an email */
function verifyLast(last) {
  const hash = last?.toLowerCase();
  if (hash === undefined || audit?.hashes.has(hash) || chain.some((entry) => entry.hash === hash)) return;
  problems.push(
    audit === undefined
      ? `chain.json: no entry has the hash ${last}.`
      : `chain.json and audit/links.jsonl: no entry and no link has the hash ${last}.`,
  );
}

/** Recomputes the links and the digests of the audit log. Links after the exported events lead to the last hash. */
async function verifyAudit() {
  const range = readJson("audit/range.json", {});
  const { firstLink, lastLink } = range;
  const links = await verifyLinks(firstLink);
  const expected = new Map(
    [...links.seals].filter(([, seal]) => seal.firstLink <= lastLink && seal.digest !== null),
  );
  const events = await verifyEvents(expected);
  for (const [id, { link }] of expected) {
    problems.push(`audit/events.jsonl: event ${id} of link ${link} is missing.`);
  }
  if (!(links.last?.position >= lastLink)) problems.push("audit/links.jsonl: links are missing at its end.");
  return { ...range, ...links, events };
}

/** @returns the latest seal of each event, and the changes with a reason */
async function verifyLinks(firstLink) {
  const seals = new Map();
  const changes = [];
  const hashes = new Set();
  let last;
  for await (const link of readLines("audit/links.jsonl")) {
    const { position, sealedAt, hash } = link;
    verifyLink(link, last, firstLink);
    for (const [id, digest, reason] of link.seals ?? []) {
      seals.set(id, { link: position, firstLink: seals.get(id)?.firstLink ?? position, digest });
      if (reason !== null) changes.push(describeChange(id, digest, reason, link));
    }
    hashes.add(hash);
    last = { position, sealedAt, hash };
  }
  return { seals, changes, hashes, last };
}

function verifyLink(link, last, firstLink) {
  const { position, sealedAt, isComplete, previousHash, hash, seals, ...others } = link;
  const name = `audit/links.jsonl, link ${position}`;
  if (Object.keys(others).length > 0) problems.push(`${name}: it has fields that its hash does not contain.`);
  if (position !== (last === undefined ? firstLink : last.position + 1)) {
    problems.push(`${name}: links are missing before it.`);
  }
  // The links before the first exported one are not in the export.
  const expectedHash = position === 1 ? null : (last?.hash ?? previousHash);
  if (previousHash !== expectedHash) {
    problems.push(`${name}: it does not follow the hash of the link before it.`);
  }
  if (sha256(JSON.stringify([1, position, sealedAt, isComplete, previousHash, seals])) !== hash) {
    problems.push(`${name}: its hash is not that of its time and the digests of its events.`);
  }
}

function describeChange(id, digest, reason, { position, sealedAt }) {
  const verb = digest === null ? "removed" : "changed or explained";
  return `Event ${id} was ${verb} by ${sealedAt} (link ${position}): ${reason}`;
}

/** @param expected the seals of the events by id. Those that were found are deleted. */
async function verifyEvents(expected) {
  let count = 0;
  for await (const event of readLines("audit/events.jsonl")) {
    const {
      id,
      at,
      action,
      actorKind,
      actorId,
      actorEmail,
      subject,
      details,
      clientAddress,
      salt,
      ...others
    } = event;
    const name = `audit/events.jsonl, event ${id}`;
    if (Object.keys(others).length > 0) {
      problems.push(`${name}: it has fields that its digest does not contain.`);
    }
    const seal = expected.get(id);
    const parts = [1, id, at, action, actorKind, actorId, actorEmail, subject, details, clientAddress, salt];
    if (seal === undefined) problems.push(`${name}: no link lists it, or it is listed twice.`);
    else if (sha256(JSON.stringify(parts)) !== seal.digest) {
      problems.push(`${name}: it was changed after link ${seal.link} sealed it.`);
    }
    expected.delete(id);
    count += 1;
  }
  return count;
}

/**
 * Streams the file, because a log of several years can exceed the longest text. `node:readline` would also end lines at U+2028, which a text
 * in JSON can contain.
 */
async function* readLines(file) {
  try {
    let rest = "";
    for await (const text of createReadStream(join(folder, file), "utf8")) {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) yield readLine(file, line);
    }
    if (rest !== "") yield readLine(file, rest);
  } catch {
    problems.push(`${file}: it cannot be read.`);
  }
}

function readLine(file, line) {
  const value = JSON.parse(line);
  // A name that is repeated in an object would hide one of its values.
  if (JSON.stringify(value) !== line) problems.push(`${file}: it is not written as in an export.`);
  return value;
}

function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}

function readBytes(file) {
  try {
    return readFileSync(join(folder, file));
  } catch {
    problems.push(`${file}: it cannot be read.`);
    return undefined;
  }
}

function readJson(file, otherwise) {
  try {
    const text = readBytes(file)?.toString("utf8") ?? "";
    const value = JSON.parse(text);
    // A name that is repeated in an object would hide one of its values.
    if (`${JSON.stringify(value, null, 2)}\n` !== text) {
      problems.push(`${file}: it is not written as in an export.`);
    }
    return value;
  } catch {
    problems.push(`${file}: it is not valid JSON.`);
    return otherwise;
  }
}

/** All files and links of the export, without those that programs for files create. */
function listFiles() {
  const created = [".DS_Store", "Thumbs.db", "desktop.ini"];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => !each.isDirectory() && !created.includes(each.name))
    .map((each) => [relative(folder, join(each.parentPath, each.name)).replaceAll(sep, "/"), each.isFile()]);
}
