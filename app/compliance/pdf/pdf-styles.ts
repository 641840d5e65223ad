/** A text style. Sizes are in points. */
export type Style = { size: number; leading: number; color: string; bold?: true };

export const ink = "#17211d";
export const green = "#1e4a3b";
export const pale = "#b9c2bc";

/** The page size (US Letter) and the area for text. */
export const sheet = {
  width: 612,
  height: 792,
  left: 80,
  right: 532,
  top: 72,
  bottom: 712,
  foot: 736,
} as const;

export const styles = {
  text: { size: 10.5, leading: 15.5, color: ink },
  table: { size: 9.5, leading: 13, color: ink },
  small: { size: 8.5, leading: 12, color: ink },
} as const satisfies Record<string, Style>;

export const headings = {
  H1: { size: 30, leading: 38, color: green, bold: true },
  H2: { size: 15, leading: 20, color: green, bold: true },
  H3: { size: 11.5, leading: 16, color: green, bold: true },
} as const satisfies Record<string, Style>;

/** The space above each kind of element. */
export const above = { H1: 0, H2: 26, H3: 15, block: 7, item: 4 } as const;
