/**
 * Extracts the main part of a page with its styles, for a shadow root. Document selectors become `:host`, all answers are open, and
 * scripts and buttons are disabled.
 * @param html a whole document
 * @param path the page's path, for fragment links, because they cannot target a shadow root
 * @param number the number of the part, which distinguishes its landmarks for screen readers
 */
export function extractShadowPart(html: string, path: string, number: number): string {
  // Without the foot of the page's own sheets, because the sheets belong to the pack.
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)]
    .map(([, css]) => css ?? "")
    .filter((css) => !css.startsWith("@page{"))
    .join("");
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "";
  const still = main
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "")
    .replaceAll(/<details\b([^>]*)>/g, openDetails)
    .replaceAll(landmark, (tag) => numberLandmark(tag, number))
    // A section without a name is no landmark. The pages of several events have sections of the same name.
    .replaceAll(/(<section\b[^>]*?) aria-labelledby="[^"]*"/g, "$1")
    .replaceAll('href="#', `href="${path}#`)
    .replaceAll(/<h([1-5])\b/g, lowerHeading)
    .replaceAll(' aria-disabled="false"', "")
    .replaceAll("<button", "<button disabled");
  return `<style>${stylesOfHost(styles)}</style>${still}`;
}

/**
 * Adapts the style sheet. The pack runs no scripts, so parts use the styles for disabled scripting, without the minimum height of a window.
 */
function stylesOfHost(css: string): string {
  const hostStyles = css
    .replaceAll(":root", ":host")
    .replaceAll(/(^|[{},])(html|body|main)\b/g, "$1:host")
    .replaceAll("(scripting:enabled)", "(width<0)");
  return `${hostStyles}:host{display:block;min-height:0}`;
}

const landmark = /<(?:(?:nav|aside)\b|[a-z]+\b(?=[^>]* role="region"))[^>]*>/g;

function numberLandmark(tag: string, number: number): string {
  return tag
    .replace(/ aria-labelledby="[^"]*"/, ' aria-label="Beside the text"')
    .replace(/ aria-label="([^"]*)"/, ` aria-label="$1, part ${number}"`);
}

/** Removes the name, because only one of several details elements with the same name can be open. */
function openDetails(_tag: string, attributes: string): string {
  return `<details open${attributes.replace(/ (name|open)="[^"]*"/g, "")}>`;
}

/** Lowers the level for screen readers, because the pack has its own first-level heading. The appearance does not change. */
function lowerHeading(_tag: string, level: string): string {
  return `<h${level} aria-level="${Number(level) + 1}"`;
}
