import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";
import { BackupProblem } from "#app/backup/backup-problem.ts";

// The file starts with a header: a magic text, the version, the cost of scrypt, a salt, the header's SHA-256 and its HMAC. Chunks of 64 KiB
// follow, each encrypted with AES-256-GCM. The nonce of a chunk is its number and a last-chunk flag, so a missing, repeated or reordered chunk
// is detected. The key is used for one file only, because each file has its own salt.

const magic = Buffer.from("practice-backup\n");
const version = 1;
const saltBytes = 32;
const digestBytes = 32;
const costOffset = magic.length + 1;
const saltOffset = costOffset + 3;
const checksumOffset = saltOffset + saltBytes;
const macOffset = checksumOffset + digestBytes;
const headerBytes = macOffset + digestBytes;
const chunkBytes = 64 * 1_024;
const tagBytes = 16;

/** 32 MiB of memory for a third of a second, one of the settings that OWASP recommends as equivalent. */
const defaultCost: ScryptCost = { log2N: 15, r: 8, p: 3 };
/** The header is authenticated only after the key was derived, so its cost is bounded first: to 128 MiB and some seconds. */
const maxCost: ScryptCost = { log2N: 17, r: 8, p: 4 };

/** How expensive it is to derive the key from a passphrase. */
export type ScryptCost = { log2N: number; r: number; p: number };

/** The name of the file for messages. */
type FileName = { name: string };

/** Encrypts a stream of bytes. @param options.cost lower in tests */
export async function* encrypt(
  plain: AsyncIterable<Buffer>,
  { passphrase, cost = defaultCost }: { passphrase: string; cost?: ScryptCost | undefined },
): AsyncGenerator<Buffer> {
  const head = Buffer.concat([
    magic,
    Buffer.from([version, cost.log2N, cost.r, cost.p]),
    randomBytes(saltBytes),
  ]);
  const { key, macKey } = await deriveKeys(passphrase, head);
  const checked = Buffer.concat([head, sha256(head)]);
  const header = Buffer.concat([checked, hmac(macKey, checked)]);
  yield header;
  let number = 0;
  for await (const { bytes, isLast } of splitInto(chunkBytes, plain)) {
    const cipher = createCipheriv("aes-256-gcm", key, createNonce(number, isLast));
    cipher.setAAD(header);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/**
 * Decrypts a stream of bytes. Each chunk is authenticated before it is passed on.
 * @throws BackupProblem for a wrong passphrase, and for a file that is incomplete, damaged or from a newer release
 */
export async function* decrypt(
  encrypted: AsyncIterable<Buffer>,
  { passphrase, name }: { passphrase: string } & FileName,
): AsyncGenerator<Buffer> {
  const { header, rest } = await readHeader(encrypted, name);
  const key = await openHeader(header, { passphrase, name });
  let number = 0;
  for await (const { bytes, isLast } of splitInto(chunkBytes + tagBytes, rest)) {
    const plain = openChunk(bytes, { key, header, number, isLast });
    if (plain === undefined) {
      const start = headerBytes + number * (chunkBytes + tagBytes);
      const isTruncated = isLast && openChunk(bytes, { key, header, number, isLast: false }) !== undefined;
      throw isTruncated
        ? createIncompleteProblem(name, start + bytes.length)
        : new BackupProblem(
            `The backup ${name} is damaged or incomplete, after byte ${start} of its content. ${otherCopy}`,
          );
    }
    yield plain;
    number += 1;
  }
}

const otherCopy = "Copy the file again from where it was made, or use another backup.";

function createIncompleteProblem(name: string, bytes: number): BackupProblem {
  return new BackupProblem(`The backup ${name} is incomplete: it ends after ${bytes} bytes. ${otherCopy}`);
}

async function readHeader(
  encrypted: AsyncIterable<Buffer>,
  name: string,
): Promise<{ header: Buffer; rest: AsyncIterable<Buffer> }> {
  const source = encrypted[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < headerBytes) {
    const next = await source.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  if (!start.subarray(0, magic.length).equals(magic.subarray(0, start.length)) || start.length === 0) {
    throw new BackupProblem(`${name} is not a backup of this program.`);
  }
  if (start.length < headerBytes) throw createIncompleteProblem(name, start.length);
  const after = start.subarray(headerBytes);
  return {
    header: start.subarray(0, headerBytes),
    rest: {
      async *[Symbol.asyncIterator]() {
        yield after;
        yield* { [Symbol.asyncIterator]: () => source };
      },
    },
  };
}

/** @returns the key of the chunks */
async function openHeader(header: Buffer, { passphrase, name }: { passphrase: string } & FileName) {
  const fileVersion = header[magic.length] ?? 0;
  if (fileVersion > version) {
    throw new BackupProblem(
      `The backup ${name} has the format ${fileVersion}, and this release reads up to ${version}. Use the release that made it, or a later one.`,
    );
  }
  const head = header.subarray(0, checksumOffset);
  if (!sha256(head).equals(header.subarray(checksumOffset, macOffset))) {
    throw new BackupProblem(`The backup ${name} is damaged at its beginning. ${otherCopy}`);
  }
  const { key, macKey } = await deriveKeys(passphrase, head);
  if (!timingSafeEqual(hmac(macKey, header.subarray(0, macOffset)), header.subarray(macOffset))) {
    throw new BackupProblem(
      `The passphrase does not belong to the backup ${name}. Use the passphrase file of the server that made it.`,
    );
  }
  return key;
}

async function deriveKeys(passphrase: string, head: Buffer): Promise<{ key: Buffer; macKey: Buffer }> {
  const [log2N = 0, r = 0, p = 0] = head.subarray(costOffset, saltOffset);
  if (Math.min(log2N, r, p) < 1) throw new BackupProblem("The header of the backup is not valid.");
  if (log2N > maxCost.log2N || r > maxCost.r || p > maxCost.p) {
    throw new BackupProblem("The backup asks for more memory than a backup of this program needs.");
  }
  const options = { N: 2 ** log2N, r, p, maxmem: 2 ** (log2N + 8) * r };
  const bytes = await deriveKey(passphrase, head.subarray(saltOffset), 64, options);
  return { key: bytes.subarray(0, 32), macKey: bytes.subarray(32) };
}

const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

function openChunk(
  bytes: Buffer,
  { key, header, number, isLast }: { key: Buffer; header: Buffer; number: number; isLast: boolean },
): Buffer | undefined {
  if (bytes.length < tagBytes) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, createNonce(number, isLast));
  decipher.setAAD(header);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const plain = decipher.update(bytes.subarray(0, -tagBytes));
  try {
    decipher.final();
    return plain;
  } catch {
    // The tag does not match.
    return undefined;
  }
}

function createNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Splits a stream into pieces of the given size. The last piece is shorter or of the same size, and the only one that can be empty. */
async function* splitInto(
  size: number,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const bytes of source) {
    pending.push(bytes);
    length += bytes.length;
    // One more byte shows that this piece is not the last one.
    if (length <= size) continue;
    let joined = Buffer.concat(pending);
    for (; joined.length > size; joined = joined.subarray(size)) {
      yield { bytes: joined.subarray(0, size), isLast: false };
    }
    pending = [joined];
    length = joined.length;
  }
  yield { bytes: Buffer.concat(pending), isLast: true };
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function hmac(key: Buffer, bytes: Buffer): Buffer {
  return createHmac("sha256", key).update(bytes).digest();
}
