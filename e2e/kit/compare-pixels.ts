import sharp from "sharp";

/** @returns undefined if two pictures have the same pixels, and otherwise where they differ */
export async function comparePixels(one: Buffer, other: Buffer): Promise<string | undefined> {
  // The encoder writes the same file for the same pixels.
  if (one.equals(other)) return undefined;
  const [before, after] = [await decode(one), await decode(other)];
  const { width, height, channels } = before.info;
  if (width !== after.info.width || height !== after.info.height) {
    return `${width}×${height} and ${after.info.width}×${after.info.height} pixels`;
  }
  const rowBytes = width * channels;
  const rows = Array.from({ length: height }, (_, row) => row).filter((row) => {
    const [start, end] = [row * rowBytes, (row + 1) * rowBytes];
    return before.data.compare(after.data, start, end, start, end) !== 0;
  });
  return rows.length === 0 ? undefined : `${rows.length} rows from ${rows[0]} to ${rows.at(-1)}`;
}

function decode(png: Buffer) {
  return sharp(png).raw().toBuffer({ resolveWithObject: true });
}
