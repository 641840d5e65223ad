import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type Portrait, portraitLimits } from "#content/schemas/practice-schema.ts";

const folder = "content/portrait";

/**
 * Checks the advisor's portrait: one file of at most 60 kB, whose pixels are those that `content/practice.ts` states.
 * @returns one sentence per mistake; none if there is no portrait
 */
export function checkPortrait(
  portrait: Portrait | undefined,
  files: ReadonlyMap<string, Uint8Array> = readFiles(),
): string[] {
  const unused = [...files.keys()].filter((file) => file !== portrait?.file);
  return [
    ...unused.map((file) => `${folder}/${file}: content/practice.ts does not name this file; delete it`),
    ...(portrait === undefined ? [] : checkFile(portrait, files.get(portrait.file))),
  ];
}

function readFiles(): Map<string, Uint8Array> {
  if (!existsSync(folder)) return new Map();
  return new Map(readdirSync(folder).map((file) => [file, readFileSync(`${folder}/${file}`)]));
}

function checkFile({ file, width, height }: Portrait, bytes: Uint8Array | undefined): string[] {
  const path = `${folder}/${file}`;
  if (bytes === undefined) return [`${path}: the file does not exist; content/practice.ts names it`];
  const { maxBytes, ratio } = portraitLimits;
  const size = readImageSize(bytes);
  if (size === undefined) return [`${path}: must be a JPEG or WebP image`];
  const isFourByFive = Math.abs(size.width / size.height - ratio) < 0.01;
  return [
    ...(bytes.length > maxBytes
      ? [`${path}: must be at most ${maxBytes} bytes; found ${bytes.length}, so compress it`]
      : []),
    ...(size.width !== width || size.height !== height
      ? [
          `${path}: content/practice.ts must state ${size.width} by ${size.height} pixels; found ${width} by ${height}`,
        ]
      : []),
    ...(isFourByFive
      ? []
      : [`${path}: must be four parts wide and five parts high; found ${size.width} by ${size.height}`]),
    ...(hasMetadata(bytes) ? [`${path}: must contain no Exif metadata, which can reveal a location`] : []),
  ];
}

type ImageSize = { width: number; height: number };

/** Reads the dimensions from the header of a JPEG or WebP file. */
function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length > 30 && textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WEBP") return webpSize(view);
  if (bytes.length > 4 && view.getUint16(0) === 0xff_d8) return jpegSize(view);
  return undefined;
}

/** The three kinds of WebP chunk that can come first (RFC 9649, section 2). */
function webpSize(view: DataView): ImageSize | undefined {
  const mask = 0x3f_ff;
  const kind = String.fromCodePoint(...new Uint8Array(view.buffer, view.byteOffset + 12, 4));
  if (kind === "VP8 ") {
    return { width: view.getUint16(26, true) & mask, height: view.getUint16(28, true) & mask };
  }
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & mask) + 1, height: ((bits >>> 14) & mask) + 1 };
  }
  if (kind !== "VP8X") return undefined;
  const threeBytes = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
}

/** Steps from segment to segment until the frame header, which states the dimensions (ITU-T T.81, Annex B). */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    const marker = view.getUint16(at);
    if (isFrameHeader(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15. C4, C8 and CC of that range have other meanings. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xff_c0 && marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker);
}

function hasMetadata(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString("latin1");
  return text.includes("Exif\0\0") || text.includes("EXIF");
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCodePoint(...bytes.slice(at, at + 4));
}
