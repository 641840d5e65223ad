// Verifies an exported copy of the site: node verify.mjs [--last <hash>]
// It needs Node.js 20 or newer and nothing else: no network, no database and no other program of the firm.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const folder = import.meta.dirname;
const { values } = parseArgs({ options: { last: { type: "string" } } });
const problems = [];

const chain = readJson("chain.json", []);
const manifest = readJson("manifest.json", { captures: [] });
verifyChain();
verifyManifest();
verifyLast(values.last);

for (const problem of problems) process.stdout.write(`${problem}\n`);
const end = chain.at(-1);
process.stdout.write(
  problems.length === 0
    ? `The export is intact: ${chain.length} entries, ${manifest.captures.length} pages and files.\n`
    : "The export is not intact.\n",
);
if (end !== undefined) {
  process.stdout.write(`The last entry is ${end.position}, ${end.recordedAt}: ${end.hash}\n`);
}
process.exitCode = problems.length === 0 ? 0 : 1;

/** Each entry contains the hash of the one before it, so a change of an entry breaks all that follow. */
function verifyChain() {
  let previous = null;
  for (const [index, entry] of chain.entries()) {
    const name = `chain.json, entry ${entry.position}`;
    if (entry.position !== index + 1) problems.push(`${name}: entries are missing before it.`);
    if (entry.previousHash !== previous) {
      problems.push(`${name}: it does not follow the hash of the entry before it.`);
    }
    if (hashEntry(entry) !== entry.hash) {
      problems.push(`${name}: its hash is not that of its time, names, reason, pages and files.`);
    }
    previous = entry.hash;
  }
}

/** The format is described in the runbook of the program that wrote the export. */
function hashEntry(entry) {
  const captures = entry.captures
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((capture) => [
      capture.path,
      capture.title,
      capture.contentHash,
      capture.responseHash,
      capture.textHash,
    ]);
  const { position, kind, release, recordedAt, author, approver, reason, build, siteDigest, previousHash } =
    entry;
  return sha256(
    JSON.stringify([
      1,
      position,
      kind,
      release,
      recordedAt,
      author,
      approver,
      reason,
      build,
      siteDigest,
      previousHash,
      captures,
    ]),
  );
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
  verifyFile(manifest.index, "it was changed.");
  const known = new Set(manifest.captures.flatMap(({ file, readable }) => [file, readable?.file]));
  for (const file of [...listFiles("captured"), ...listFiles("site")]) {
    if (!known.has(file)) problems.push(`${file}: manifest.json does not list it.`);
  }
}

/** The latest capture of each path in the release of the last entry. */
function listPublished() {
  const release = chain.at(-1)?.release;
  const published = new Map();
  for (const entry of chain.filter((each) => each.release === release)) {
    for (const capture of entry.captures) published.set(capture.path, { ...capture, entry: entry.position });
  }
  return published;
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
  verifyFile(
    { file: listed.file, sha256: contentHash },
    `its bytes are not those of ${path} in entry ${entry}.`,
  );
  verifyFile(listed.readable, `it is not the readable copy of ${path} in entry ${entry}.`);
}

function verifyFile(expected, problem) {
  if (expected === undefined) {
    problems.push("manifest.json: a file name is missing.");
    return;
  }
  const bytes = readBytes(expected.file);
  if (bytes !== undefined && sha256(bytes) !== expected.sha256) problems.push(`${expected.file}: ${problem}`);
}

/** @param last a hash that was kept outside the database, for example in an email */
function verifyLast(last) {
  if (last === undefined || chain.some(({ hash }) => hash === last.toLowerCase())) return;
  problems.push(`chain.json: no entry has the hash ${last}.`);
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
    return JSON.parse(readBytes(file)?.toString("utf8") ?? "");
  } catch {
    problems.push(`${file}: it is not valid JSON.`);
    return otherwise;
  }
}

function listFiles(name) {
  try {
    return readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) =>
        join(each.parentPath, each.name)
          .slice(folder.length + 1)
          .replaceAll("\\", "/"),
      );
  } catch {
    return [];
  }
}
