import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { shareImagePath } from "#app/pages/page-meta.ts";
import { indexedPages } from "#app/pages/site-files/site-files.ts";

it.each(indexedPages().map(({ path }) => shareImagePath(path)))(
  "%s is drawn on its sheet, which has a green left border",
  async (path) => {
    const [red, green, blue, opacity] = readFirstPixel(await readFile(join("build/pictures", path)));
    expect([red, green, blue, opacity]).toEqual([0x1e, 0x4a, 0x3b, 0xff]);
  },
);

/** The first pixel of a PNG image with 8 bits for each of red, green, blue and opacity. Each filter stores it unchanged. */
function readFirstPixel(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const isData = png.toString("latin1", at + 4, at + 8) === "IDAT";
    if (isData) parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return inflateSync(Buffer.concat(parts)).subarray(1, 5);
}
