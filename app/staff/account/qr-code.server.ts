import { encode } from "uqr";

/** A QR code to be drawn as one path; light is what is not drawn. */
export type QrCode = { size: number; path: string };

// Nothing soils a screen, so the lowest correction will do: fewer and larger squares. The standard asks for a light border of four squares (ISO/IEC 18004).
const border = 4;

/** The QR code of a text. Made here and not in the browser: the page has it without scripting. */
export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "L", border });
  return { size, path: data.map((row, y) => darkRuns(row, y)).join("") };
}

/** Squares that stand side by side are one piece: no hairlines between them. */
function darkRuns(row: readonly boolean[], y: number): string {
  let path = "";
  let start: number | undefined;
  for (const [x, isDark] of [...row, false].entries()) {
    if (isDark) start ??= x;
    else if (start !== undefined) {
      path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
      start = undefined;
    }
  }
  return path;
}
