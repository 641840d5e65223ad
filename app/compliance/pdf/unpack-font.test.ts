import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { unpackFont } from "./document-pdf.server.ts";

const { resolve } = createRequire(import.meta.url);
const woff = readFileSync(resolve("@fontsource/literata/files/literata-latin-400-normal.woff"));

describe("an unpacked font", () => {
  it("contains every table unchanged, according to the font's checksums", () => {
    const font = unpackFont(woff);
    const count = font.readUInt16BE(4);
    expect(count).toBe(woff.readUInt16BE(12));
    for (let entry = 12; entry < 12 + count * 16; entry += 16) {
      const name = font.toString("latin1", entry, entry + 4);
      const start = font.readUInt32BE(entry + 8);
      // The checksum of `head` is computed with one of its fields set to 0.
      const skipped = name === "head" ? start + 8 : undefined;
      let sum = 0;
      for (let at = start; at < start + font.readUInt32BE(entry + 12); at += 4) {
        if (at !== skipped) sum = (sum + font.readUInt32BE(at)) % 2 ** 32;
      }
      expect(sum, name).toBe(font.readUInt32BE(entry + 4));
    }
  });

  it("is rejected if it is not WOFF 1.0", () => {
    expect(() => unpackFont(unpackFont(woff))).toThrow("not a WOFF 1.0 font");
  });
});
