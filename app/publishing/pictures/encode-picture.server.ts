import { createHash } from "node:crypto";
import { listPictureWidths, maxPictureWidth } from "#content/article-format/picture-address.ts";

export const pictureLimits = {
  maxUploadBytes: 10 * 1024 * 1024,
  /** A decoded picture needs four bytes of memory for each pixel. */
  maxPixels: 40_000_000,
  maxSeconds: 20,
} as const;

/** A picture in the widths of the site, without metadata. */
export type EncodedPicture = {
  id: string;
  width: number;
  height: number;
  files: readonly { width: number; bytes: Buffer }[];
};

export type EncodeResult =
  | { ok: true; picture: EncodedPicture }
  /**
   * `format`: neither JPEG, PNG, WebP nor AVIF. `size`: too many pixels. `slow`: it took longer than `maxSeconds`. `broken`: it cannot be
   * decoded completely.
   */
  | { ok: false; reason: "format" | "size" | "slow" | "broken" };

const formats: readonly string[] = ["jpeg", "png", "webp", "heif"];

/**
 * Decodes an uploaded picture and encodes it again, so that neither metadata nor anything else in the file reaches the site. Names and
 * declared types are not read.
 */
export async function encodePicture(uploaded: Uint8Array): Promise<EncodeResult> {
  if (uploaded.byteLength === 0) return { ok: false, reason: "format" };
  const sharp = await loadSharp();
  const open = () =>
    sharp(uploaded, { limitInputPixels: pictureLimits.maxPixels, failOn: "warning" }).timeout({
      seconds: pictureLimits.maxSeconds,
    });
  const head = await open()
    .metadata()
    .catch((error: unknown) => String(error));
  if (typeof head === "string") return { ok: false, reason: isTooLarge(head) ? "size" : "format" };
  if (!formats.includes(head.format)) return { ok: false, reason: "format" };
  try {
    const upright = await open()
      .autoOrient()
      .resize({ width: maxPictureWidth, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = upright.info;
    const files = [];
    // One after the other, because each occupies a thread.
    for (const each of listPictureWidths(width)) {
      const bytes =
        each === width
          ? upright.data
          : await open().autoOrient().resize({ width: each }).webp({ quality: 78 }).toBuffer();
      files.push({ width: each, bytes });
    }
    const id = createHash("sha256").update(upright.data).digest("hex").slice(0, 32);
    return { ok: true, picture: { id, width, height, files } };
  } catch (error) {
    return { ok: false, reason: explainFailure(String(error)) };
  }
}

/** Derives from the library’s error message why a picture could not be encoded. */
export function explainFailure(message: string): "size" | "slow" | "broken" {
  if (isTooLarge(message)) return "size";
  return message.startsWith("Error: timeout:") ? "slow" : "broken";
}

function isTooLarge(error: string): boolean {
  return error.includes("exceeds pixel limit");
}

/**
 * Loads the library when the first picture is uploaded, because it takes time and memory that most servers never need. Of the file types
 * that it can read, such as SVG and PDF, only four are enabled.
 */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Jpeg", "Png", "Webp", "Heif"].map((type) => `VipsForeignLoad${type}Buffer`),
  });
  sharp.cache(false);
  // One processor remains for visitors.
  sharp.concurrency(1);
  return sharp;
}
