import type { Section } from "#content/document-schema.ts";

/** A strip of a page, as wide as its text: a line, or a row of a table. It is never cut. */
export type Strip = {
  /** Space above it, unless it is the first on its page. */
  above: number;
  height: number;
  /** Draws it. @param top the distance of its upper edge from that of the page */
  draw(top: number): void;
  /** It stands on the same page as the strip that follows: a heading and its text, the last two lines of a paragraph. */
  joined?: boolean;
  /** It always is the first on its page. */
  opensPage?: boolean;
  /** The section that begins with it. */
  begins?: Section;
  /** What is drawn once more where it is the first on its page: the head of its table. */
  repeated?: Pick<Strip, "height" | "draw">;
};

export type PlacedStrip = { strip: Pick<Strip, "draw" | "begins">; page: number; top: number };

/**
 * Says where each strip goes.
 * @param sheet the upper and the lower edge of what can be drawn on
 * @returns pages counted from 0, in the order of the strips
 */
export function placeStrips(strips: readonly Strip[], sheet: { top: number; bottom: number }): PlacedStrip[] {
  const placed: PlacedStrip[] = [];
  let page = 0;
  let y = sheet.top;
  const makeRoom = (height: number, isNew = false): void => {
    // A page that is still empty has all the room there is.
    if (y === sheet.top || (!isNew && y + height <= sheet.bottom)) return;
    page += 1;
    y = sheet.top;
  };
  const put = (strip: Pick<Strip, "height" | "draw" | "begins">): void => {
    placed.push({ strip, page, top: y });
    y += strip.height;
  };
  for (const group of joinedGroups(strips)) {
    makeRoom(heightOf(group), group[0]?.opensPage);
    for (const strip of group) {
      // A page is turned here only in a group that is longer than a page.
      makeRoom(heightOf([strip]));
      if (y > sheet.top) y += strip.above;
      else if (strip.repeated !== undefined) put(strip.repeated);
      put(strip);
    }
  }
  return placed;
}

/** The height of strips that stand one below the other, with the space above them. */
export function heightOf(strips: readonly Strip[]): number {
  return strips.reduce((sum, { above, height }) => sum + above + height, 0);
}

function joinedGroups(strips: readonly Strip[]): Strip[][] {
  const groups: Strip[][] = [];
  let isOpen = false;
  for (const strip of strips) {
    if (isOpen) groups.at(-1)?.push(strip);
    else groups.push([strip]);
    isOpen = strip.joined === true;
  }
  return groups;
}
