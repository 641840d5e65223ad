import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { encodeTemplate } from "./encoded-template.ts";

const decoders: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  br: (bytes) => brotliDecompressSync(bytes).toString(),
  gzip: (bytes) => gunzipSync(bytes).toString(),
  identity: (bytes) => Buffer.from(bytes).toString(),
};
const encodings = Object.keys(decoders);

/** Long enough for matches across the values, with text that looks like a value and characters of several bytes. */
const paragraph = `<p>“Owners” of a $20M company – 2026-11-23_mtYRoD_Opd1cjdKgYxdVxD – sell once.</p>\n`;
const html = `${paragraph.repeat(400)}<input value="{token}"/>${paragraph.repeat(300)}<i data-a="{token}">${paragraph}</i>{token}\u0001`;
const values = [
  "2026-11-23_mtYRoD_Opd1cjdKgYxdVxD.AaIJ5FANbl",
  "x".repeat(44),
  "<p>“Owners” of a $20M company – 2026-1",
];
const valueLength = 44;

describe.each(encodings)("a template encoded as %s", (encoding) => {
  test.each(values)("decodes to the page with the value %s", async (value) => {
    const template = encodeTemplate(html, "{token}", valueLength);
    const filled = await template.fill(value, encoding);
    expect(filled.encoding).toBe(encoding);
    expect(decoders[encoding]?.(filled.bytes)).toBe(html.replaceAll("{token}", value));
  });

  test("decodes with values of each permitted length", async () => {
    for (const length of [1, 2, 13, 14, 79, 110, 300]) {
      const value = "7".repeat(length);
      const filled = await encodeTemplate(html, "{token}", length).fill(value, encoding);
      expect(decoders[encoding]?.(filled.bytes), String(length)).toBe(html.replaceAll("{token}", value));
    }
  });

  test("decodes for many different pages", async () => {
    const words = ["<p>", "exit", " sale", ">", "é", "“", "{token}", "{token}{token}", " a company", "7"];
    for (let page = 1; page <= 60; page += 1) {
      // A linear congruential generator, so that a failure can be repeated.
      let state = page * 7_919;
      const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
      const text = Array.from({ length: 200 }, () => words[Math.floor(next() / 65_536) % words.length]).join(
        "",
      );
      const short = `<!DOCTYPE html>${text}`.split("{token}").slice(0, 12).join("{token}");
      const filled = await encodeTemplate(short, "{token}", 44).fill("v".repeat(44), encoding);
      expect(decoders[encoding]?.(filled.bytes), String(page)).toBe(
        short.replaceAll("{token}", "v".repeat(44)),
      );
    }
  });

  test("contains the values without compression, and otherwise the same bytes for all of them", async () => {
    const template = encodeTemplate(html, "{token}", valueLength);
    const [first, second] = await Promise.all(
      ["a", "b"].map(async (letter) => {
        const value = letter.repeat(valueLength);
        const bytes = Buffer.from((await template.fill(value, encoding)).bytes).toString("latin1");
        const parts = bytes.split(value);
        // The checksum of gzip is part of its last eight bytes.
        return encoding === "gzip" ? parts.map((part, at) => (at < 3 ? part : part.slice(0, -8))) : parts;
      }),
    );
    expect(first).toHaveLength(4);
    expect(second).toEqual(first);
  });
});

test("is hardly larger than the whole page in one compression", async () => {
  const { bytes } = await encodeTemplate(html, "{token}", valueLength).fill("a".repeat(valueLength), "gzip");
  expect(bytes.byteLength).toBeLessThan(1_000);
});

test("rejects a value of another length, which would shift all references to earlier text", async () => {
  const template = encodeTemplate(html, "{token}", valueLength);
  await expect(template.fill("short", "br")).rejects.toThrow("44 bytes");
  expect(() => encodeTemplate(html, "{token}", 2_000)).toThrow("too long");
});
