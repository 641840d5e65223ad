import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { encodePicture, explainFailure } from "./encode-picture.server.ts";

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 30, g: 74, b: 59 } } });

let photograph: Buffer;

beforeAll(async () => {
  photograph = await canvas(1600, 1000)
    .withExif({ IFD0: { Copyright: "Secret" }, IFD3: { GPSLatitude: "30/1 16/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
});

describe("an uploaded picture", () => {
  test("is turned upright, reduced, and stored in several widths without metadata", async () => {
    const result = await encodePicture(photograph);
    if (!result.ok) throw new Error(result.reason);
    const { width, height, files } = result.picture;
    expect([width, height]).toEqual([1000, 1600]);
    expect(files.map((file) => file.width)).toEqual([480, 800, 1000]);
    for (const file of files) {
      const metadata = await sharp(file.bytes).metadata();
      expect(metadata).toMatchObject({ format: "webp", width: file.width });
      expect(metadata.exif).toBeUndefined();
      expect(metadata.orientation).toBeUndefined();
      expect(file.bytes.includes("Secret")).toBe(false);
    }
  });

  test.each(["png", "webp", "avif"] as const)("can be of type %s", async (type) => {
    const result = await encodePicture(await canvas(60, 40).toFormat(type).toBuffer());
    expect(result).toMatchObject({ ok: true, picture: { width: 60, height: 40 } });
  });

  test("is named by its bytes", async () => {
    const bytes = await canvas(60, 40).png().toBuffer();
    const [one, other] = [await encodePicture(bytes), await encodePicture(bytes)];
    expect(one.ok && other.ok && one.picture.id === other.picture.id).toBe(true);
  });
});

describe("a file is refused", () => {
  test.each([
    [
      "an SVG drawing",
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>',
    ],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.7\n%âãÏÓ\n1 0 obj"],
    ["nothing", ""],
    ["the beginning of a picture", "\u0089PNG\r\n\u001a\n"],
  ])("that is %s", async (_, text) => {
    expect(await encodePicture(Buffer.from(text, "latin1"))).toEqual({ ok: false, reason: "format" });
  });

  test("that is a GIF or a TIFF", async () => {
    for (const type of ["gif", "tiff"] as const) {
      const bytes = await canvas(20, 20).toFormat(type).toBuffer();
      expect(await encodePicture(bytes)).toEqual({ ok: false, reason: "format" });
    }
  });

  test("whose second half is missing", async () => {
    const half = photograph.subarray(0, photograph.length / 2);
    expect(await encodePicture(half)).toEqual({ ok: false, reason: "broken" });
  });

  test("that would fill the memory", async () => {
    const bomb = await canvas(8_000, 8_000).png().toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await encodePicture(bomb)).toEqual({ ok: false, reason: "size" });
  });

  // A picture that takes 20 seconds would make this test slow. This is the message of sharp 0.35 after its timeout.
  test("that takes too long", () => {
    expect(explainFailure('Error: timeout: 25% complete\nVipsImage: killed for image "temp-99"')).toBe(
      "slow",
    );
  });
});
