import type { Strip } from "./page-breaks.ts";
import type { Pen, Structure } from "./pdf-pen.server.ts";
import { above, headings, ink, sheet, type Style, styles } from "./pdf-styles.ts";
import type { Line } from "./text-lines.ts";

type Setting = { style?: Style; x?: number; above?: number };

/** A text as one element, a strip for each line. No page begins or ends with a single line of it. */
export function textStrips(pen: Pen, element: Structure, text: string, setting: Setting = {}): Strip[] {
  const { style = styles.text, x = sheet.left, above: space = above.block } = setting;
  const lines = pen.lines(text, style, sheet.right - x);
  return lines.map((line, index) => ({
    above: index === 0 ? space : 0,
    height: style.leading,
    joined: index < lines.length - 1 && (index === 0 || index === lines.length - 2 || linkGoesOn(line)),
    draw: (top) => pen.write(element, line, { x, top, style }),
  }));
}

/** A link is on one page, or its two halves would be two links. */
function linkGoesOn(line: Line): boolean {
  const last = line.at(-1);
  return last !== undefined && last.goesOn && last.piece.href !== undefined;
}

/** A heading, joined to what stands below it. */
export function headingStrips(
  pen: Pen,
  root: Structure,
  level: keyof typeof headings,
  words: string,
): Strip[] {
  const element = pen.element(root, level);
  const strips = textStrips(pen, element, words, { style: headings[level], above: above[level] });
  return strips.map((strip) => ({ ...strip, joined: true }));
}

/** A list; the texts of its points are indented, their marks are not. */
export function listStrips(
  pen: Pen,
  root: Structure,
  items: readonly string[],
  mark: (index: number) => string,
): Strip[] {
  const list = pen.element(root, "L");
  const style = styles.text;
  return items.flatMap((item, index) => {
    const entry = pen.element(list, "LI");
    const label = pen.element(entry, "Lbl");
    const body = pen.element(entry, "LBody");
    const [first, ...rest] = textStrips(pen, body, item, {
      x: sheet.left + 18,
      above: index === 0 ? above.block : above.item,
    });
    if (first === undefined) return [];
    const [words] = pen.lines(`${mark(index)} `, style, 18);
    const draw = (top: number): void => {
      if (words !== undefined) pen.write(label, words, { x: sheet.left, top, style });
      first.draw(top);
    };
    return [{ ...first, draw }, ...rest];
  });
}

/** Words set apart by a bar beside them. */
export function calloutStrips(pen: Pen, root: Structure, text: string): Strip[] {
  const style: Style = { ...styles.text, heavy: true };
  const strips = textStrips(pen, pen.element(root, "P"), text, { style, x: sheet.left + 14, above: 10 });
  return strips.map((strip) => ({
    ...strip,
    draw: (top) => {
      pen.bar(top, strip.height);
      strip.draw(top);
    },
  }));
}

/** Lines to be filled in by hand, with words below. */
export function blankLineStrips(pen: Pen, root: Structure, words: readonly string[]): Strip[] {
  return words.flatMap((word) => {
    const rule: Strip = {
      above: 26,
      height: 3,
      joined: true,
      draw: (top) => pen.rule(top, ink),
    };
    return [rule, ...textStrips(pen, pen.element(root, "P"), word, { style: styles.small, above: 0 })];
  });
}
