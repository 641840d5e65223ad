import { describe, expect, it } from "vitest";
import { type Portrait, portraitLimits, practiceSchema } from "#content/schemas/practice-schema.ts";
import { checkFile } from "#content/validation/check-content.ts";
import { practice } from "#content/practice.ts";
import { checkPortrait } from "./check-portrait.server.ts";

const portrait: Portrait = {
  file: "advisor.jpg",
  width: 640,
  height: 800,
  alt: "The lead advisor at a desk, in front of a window",
};

/** The segments of a JPEG file up to the frame header. */
function jpeg({ width = 640, height = 800, exif = "", bytes = 100 } = {}): Uint8Array {
  const metadata = exif === "" ? [] : [0xff, 0xe1, 0, exif.length + 2, ...Buffer.from(exif)];
  const frame = [0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3];
  return Uint8Array.from({ length: bytes }, (_, at) => [0xff, 0xd8, ...metadata, ...frame][at] ?? 0);
}

/** A WebP file of one kind, up to its dimensions. */
function webp(kind: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Uint8Array {
  const file = Buffer.alloc(64);
  file.write("RIFF");
  file.write(`WEBP${kind}`, 8);
  if (kind === "VP8 ") {
    file.writeUInt16LE(width, 26);
    file.writeUInt16LE(height, 28);
  } else if (kind === "VP8L") {
    file.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    file.writeUIntLE(width - 1, 24, 3);
    file.writeUIntLE(height - 1, 27, 3);
  }
  return file;
}

function check(bytes: Uint8Array, changes: Partial<Portrait> = {}): string[] {
  const changed = { ...portrait, ...changes };
  return checkPortrait(changed, new Map([[changed.file, bytes]]));
}

describe("the portrait of the advisor", () => {
  it("is optional, and the real one has no mistakes", () => {
    expect(checkPortrait(practice.advisor.portrait)).toEqual([]);
    expect(checkPortrait(undefined, new Map())).toEqual([]);
  });

  it("passes as a JPEG file and as each kind of WebP file", () => {
    expect(check(jpeg())).toEqual([]);
    for (const kind of ["VP8 ", "VP8L", "VP8X"] as const) {
      expect(check(webp(kind, 640, 800), { file: "advisor.webp" }), kind).toEqual([]);
    }
  });

  it.each([
    [
      "with other dimensions than stated",
      jpeg({ width: 800, height: 1000 }),
      "must state 800 by 1000 pixels",
    ],
    ["that is not four by five", jpeg({ width: 800, height: 800 }), "four parts wide and five parts high"],
    ["that is too large", jpeg({ bytes: portraitLimits.maxBytes + 1 }), "must be at most 60000 bytes"],
    ["with metadata", jpeg({ exif: "Exif\0\0" }), "no Exif metadata"],
    ["of another kind", Uint8Array.from({ length: 100 }), "must be a JPEG or WebP image"],
  ])("%s fails the build", (_, bytes, expected) => {
    expect(check(bytes).join("\n")).toContain(expected);
  });

  it("that does not exist fails the build, and so does a file that is not used", () => {
    expect(checkPortrait(portrait, new Map())).toEqual([
      "content/portrait/advisor.jpg: the file does not exist; content/practice.ts names it",
    ]);
    expect(checkPortrait(undefined, new Map([["old.jpg", jpeg()]]))).toEqual([
      "content/portrait/old.jpg: content/practice.ts does not name this file; delete it",
    ]);
  });

  it.each([
    ["alt", "A face", "must describe the picture"],
    ["width", 4000, "must be at most 1200 pixels"],
    ["file", "../secret.png", "must be the name of a .jpg or .webp file"],
  ])("with %s: %s fails the build", (field, value, expected) => {
    const wrong = {
      ...practice,
      advisor: { ...practice.advisor, portrait: { ...portrait, [field]: value } },
    };
    const mistakes = checkFile("content/practice.ts", practiceSchema, wrong);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(expected);
  });
});
