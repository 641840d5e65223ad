import type { Section } from "#content/document-schema.ts";

/** A horizontal strip of a page that is never split: a line of text or a row of a table. */
export type Strip = {
  /** Space above it, unless it is the first on its page. */
  above: number;
  height: number;
  /** @param top the distance between its upper edge and that of the page */
  draw(top: number): void;
  /** Keeps it on the same page as the next strip, such as a heading with its text, or the last two lines of a paragraph. */
  keepWithNext?: boolean;
  /** It always starts a new page. */
  startsPage?: boolean;
  /** The section that starts with it. */
  begins?: Section;
  /** Drawn above the strip if it is the first on its page: the header of its table. */
  repeated?: Pick<Strip, "height" | "draw">;
};

export type PlacedStrip = { strip: Pick<Strip, "draw" | "begins">; page: number; top: number };

/**
 * Assigns each strip a page and a position. @param sheet the upper and lower edge of the printable area @returns the positions in the order
 * of the strips; pages are counted from 0
 */
export function placeStrips(strips: readonly Strip[], sheet: { top: number; bottom: number }): PlacedStrip[] {
  const placed: PlacedStrip[] = [];
  let page = 0;
  let y = sheet.top;
  const makeRoom = (height: number, isNew = false): void => {
    // An empty page has the maximum space, so a new page would not help.
    if (y === sheet.top || (!isNew && y + height <= sheet.bottom)) return;
    page += 1;
    y = sheet.top;
  };
  const put = (strip: Pick<Strip, "height" | "draw" | "begins">): void => {
    placed.push({ strip, page, top: y });
    y += strip.height;
  };
  for (const group of groupKeptTogether(strips)) {
    makeRoom(heightOf(group), group[0]?.startsPage);
    for (const strip of group) {
      // Only a group that is longer than a page is broken here.
      makeRoom(heightOf([strip]));
      if (y > sheet.top) y += strip.above;
      else if (strip.repeated !== undefined) put(strip.repeated);
      put(strip);
    }
  }
  return placed;
}

/** The total height of consecutive strips, including the space above them. */
export function heightOf(strips: readonly Strip[]): number {
  return strips.reduce((sum, { above, height }) => sum + above + height, 0);
}

function groupKeptTogether(strips: readonly Strip[]): Strip[][] {
  const groups: Strip[][] = [];
  let isOpen = false;
  for (const strip of strips) {
    if (isOpen) groups.at(-1)?.push(strip);
    else groups.push([strip]);
    isOpen = strip.keepWithNext === true;
  }
  return groups;
}
