import { createHash, randomBytes } from "node:crypto";
import { buffer as collect } from "node:stream/consumers";
import { describe, expect, it, test } from "vitest";
import { decrypt, encrypt } from "./encryption.server.ts";

const passphrase = "correct horse battery staple";
const cost = { log2N: 4, r: 8, p: 1 };
const chunk = 64 * 1_024;
const header = 116;

async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const encrypted = (plain: Buffer) => collect(encrypt(piecesOf(plain, 10_000), { passphrase, cost }));

const decrypted = (bytes: Buffer, words = passphrase) =>
  collect(decrypt(piecesOf(bytes, 7_777), { passphrase: words, name: "a.backup" }));

describe("an encrypted file", () => {
  test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk])("of %i bytes is decrypted", async (size) => {
    const plain = randomBytes(size);
    expect((await decrypted(await encrypted(plain))).equals(plain)).toBe(true);
  });

  it("contains no part of its content and differs each time", async () => {
    const plain = Buffer.from("ada@example.com ".repeat(1_000));
    const [one, other] = [await encrypted(plain), await encrypted(plain)];
    expect(one.includes("ada@example.com")).toBe(false);
    expect(one.subarray(header).equals(other.subarray(header))).toBe(false);
  });
});

describe("a file is refused", async () => {
  const file = await encrypted(randomBytes(2 * chunk + 500));
  const sealed = chunk + 16;

  const flip = (at: number) => {
    const copy = Buffer.from(file);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const swapped = Buffer.concat([
    file.subarray(0, header),
    file.subarray(header + sealed, header + 2 * sealed),
    file.subarray(header, header + sealed),
    file.subarray(header + 2 * sealed),
  ]);

  /** Anyone can compute the hash of a header. */
  const withCost = (...forged: number[]) => {
    const copy = Buffer.from(file);
    copy.set(forged, 17);
    createHash("sha256").update(copy.subarray(0, 52)).digest().copy(copy, 52);
    return copy;
  };

  test.each<[string, Buffer, string]>([
    ["with a forged cost of zero", withCost(0, 0, 0), "is not valid"],
    ["with a forged cost of much memory", withCost(18, 8, 1), "asks for more memory"],
    ["with a forged cost of much time", withCost(15, 8, 9), "asks for more memory"],
    ["with a changed magic text", flip(3), "is not a backup of this program"],
    [
      "of a newer format",
      Buffer.from(file).fill(2, 16, 17),
      "has the format 2, and this release reads up to 1",
    ],
    ["with a changed salt", flip(30), "is damaged at its beginning"],
    ["with a changed first byte", flip(header), "is damaged or incomplete, after byte 116"],
    ["with a changed byte in a later chunk", flip(header + sealed + 9), `after byte ${header + sealed}`],
    ["with a changed last byte", flip(file.length - 1), `after byte ${header + 2 * sealed}`],
    ["with swapped chunks", swapped, "is damaged or incomplete, after byte 116"],
    ["with an added byte", Buffer.concat([file, Buffer.alloc(1)]), "is damaged or incomplete"],
    ["that ends inside a chunk", file.subarray(0, -1), "is damaged or incomplete"],
    ["that ends between chunks", file.subarray(0, header + sealed), `it ends after ${header + sealed} bytes`],
    ["that ends after the header", file.subarray(0, header), "is damaged or incomplete"],
    ["that ends inside the header", file.subarray(0, 60), "is incomplete: it ends after 60 bytes"],
    ["that is empty", Buffer.alloc(0), "is not a backup of this program"],
  ])("%s", async (_, bytes, message) => {
    await expect(decrypted(bytes)).rejects.toThrow(message);
  });

  it("with another passphrase", async () => {
    await expect(decrypted(file, "another passphrase")).rejects.toThrow(
      "The passphrase does not belong to the backup a.backup.",
    );
  });
});
