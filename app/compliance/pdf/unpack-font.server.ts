import { inflateSync } from "node:zlib";

/**
 * Unpacks a web font (WOFF 1.0) into OpenType, which permits random access. fontkit also reads WOFF, but inflates a table for each glyph,
 * which took a second per document.
 * @see https://www.w3.org/TR/WOFF/#FileFormat
 */
export function unpackFont(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is not a WOFF 1.0 font.");
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + count * 16);
  // The flavor and the number of tables. The three numbers after them speed up a binary search and may be 0.
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const parts: Buffer[] = [header];
  let end = header.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field));
    if (offset === undefined || packed === undefined || length === undefined) continue;
    const bytes = woff.subarray(offset, offset + packed);
    // A table that compression would not shrink is stored uncompressed.
    const table = packed < length ? inflateSync(bytes) : bytes;
    const target = 12 + index * 16;
    woff.copy(header, target, entry, entry + 4);
    woff.copy(header, target + 4, entry + 16, entry + 20);
    header.writeUInt32BE(end, target + 8);
    header.writeUInt32BE(length, target + 12);
    // Each table starts at a multiple of four bytes.
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    end += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
