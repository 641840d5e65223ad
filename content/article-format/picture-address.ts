/** A picture that staff have uploaded. Its address contains its size, so that pages reserve its space without reading it. */
export type PictureAddress = {
  id: string;
  /** Of the widest file. */
  width: number;
  height: number;
};

/** The widths in which each picture is stored, as far as it is wider. The text of an article is at most 700 pixels wide. */
const pictureWidths = [480, 800] as const;

/** Two pixels of the picture for each of the text. Wider pictures are reduced. */
export const maxPictureWidth = 1400;

/** The widths of the files of a picture, the widest last. */
export function listPictureWidths(width: number): number[] {
  return [...pictureWidths.filter((each) => each < width), width];
}

/** The path of a file of a picture. @param shown the width of the file */
export function picturePath({ id, width, height }: PictureAddress, shown = width): string {
  return `${picturesBelow}${id}-${width}x${height}${shown === width ? "" : `-${shown}`}.webp`;
}

export const picturesBelow = "/pictures/";

const pattern = /^\/pictures\/([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?\.webp$/;

/** Reads the path of a file of a picture. @returns undefined for other paths */
export function parsePicturePath(path: string): (PictureAddress & { shown: number }) | undefined {
  const [, id, width, height, shown = width] = pattern.exec(path) ?? [];
  if (id === undefined) return undefined;
  const picture = { id, width: Number(width), height: Number(height), shown: Number(shown) };
  if (!listPictureWidths(picture.width).includes(picture.shown)) return undefined;
  // Each file has exactly one path.
  return picturePath(picture, picture.shown) === path ? picture : undefined;
}
