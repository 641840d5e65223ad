import type { Strip } from "./page-breaks.ts";
import type { Pen, Structure } from "./pdf-pen.server.ts";
import { above, headings, ink, sheet, type Style, styles } from "./pdf-styles.ts";
import type { Line } from "./text-lines.ts";

type Setting = { style?: Style; x?: number; above?: number };

/** Creates a strip for each line of a text, all in one element. No page starts or ends with a single line of a paragraph. */
export function textStrips(pen: Pen, element: Structure, text: string, setting: Setting = {}): Strip[] {
  const { style = styles.text, x = sheet.left, above: space = above.block } = setting;
  const lines = pen.lines(text, style, sheet.right - x);
  return lines.map((line, index) => ({
    above: index === 0 ? space : 0,
    height: style.leading,
    keepWithNext:
      index < lines.length - 1 && (index === 0 || index === lines.length - 2 || endsInsideLink(line)),
    draw: (top) => pen.write(element, line, { x, top, style }),
  }));
}

/** Links are kept on one page, because each part would be a separate link otherwise. */
function endsInsideLink(line: Line): boolean {
  const last = line.at(-1);
  return last !== undefined && last.continues && last.piece.href !== undefined;
}

/** A heading, kept on the same page as the following text. */
export function headingStrips(
  pen: Pen,
  root: Structure,
  level: keyof typeof headings,
  words: string,
): Strip[] {
  const element = pen.element(root, level);
  const strips = textStrips(pen, element, words, { style: headings[level], above: above[level] });
  return strips.map((strip) => ({ ...strip, keepWithNext: true }));
}

/** A list with indented items and unindented labels. */
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

/** A callout with a bar beside it. */
export function calloutStrips(pen: Pen, root: Structure, text: string): Strip[] {
  const style: Style = { ...styles.text, bold: true };
  const strips = textStrips(pen, pen.element(root, "P"), text, { style, x: sheet.left + 14, above: 10 });
  return strips.map((strip) => ({
    ...strip,
    draw: (top) => {
      pen.bar(top, strip.height);
      strip.draw(top);
    },
  }));
}

/** Blank lines for handwriting, each with a label below it. */
export function blankLineStrips(pen: Pen, root: Structure, words: readonly string[]): Strip[] {
  return words.flatMap((word) => {
    const rule: Strip = {
      above: 26,
      height: 3,
      keepWithNext: true,
      draw: (top) => pen.rule(top, ink),
    };
    return [rule, ...textStrips(pen, pen.element(root, "P"), word, { style: styles.small, above: 0 })];
  });
}
