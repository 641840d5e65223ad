/**
 * The main part of a served page with the page's own styles, to stand in a shadow root: what the styles say of the document
 * they say there of its host, every answer is open, and nothing runs.
 * @param html a whole document
 */
export function shadowPartOf(html: string): string {
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css ?? "").join("");
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "";
  const still = main
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "")
    .replaceAll(/<details\b([^>]*)>/g, openDetails);
  return `<style>${styles.replaceAll(":root", ":host").replaceAll(/(^|[},])(html|body)\b/g, "$1:host")}</style>${still}`;
}

/** Of several with one name only one can be open. */
function openDetails(_tag: string, attributes: string): string {
  return `<details open${attributes.replace(/ (name|open)="[^"]*"/g, "")}>`;
}
