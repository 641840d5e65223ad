/** Labels of fields whose names do not read well as words. */
const labels: Readonly<Record<string, string>> = {
  adviser: "Registered adviser",
  bark: "Outermost ring",
  cta: "Call to action",
  fifth: "First green ring",
  file: "File",
  forWhom: "For whom",
  from: "From",
  id: "Anchor",
  isClient: "Is a client",
  isComparison: "Is a comparison",
  isCompact: "Is compact",
  key: "Key",
  loadAtOnce: "Load with the page",
  seoSnippet: "Short answer",
  "next-date": "Next date",
};

/** What an item of a list is called, by the name of the list. Others lose their plural ending. */
const itemLabels: Readonly<Record<string, string>> = {
  benefits: "Benefit",
  blocks: "Block",
  columns: "Column",
  headline: "Line",
  heading: "Line",
  firmNameLines: "Line",
  next: "Step",
  numbered: "Entry",
  list: "Entry",
  related: "Page",
  seat: "Step",
  summary: "Figure",
  values: "Value",
  waiting: "Step",
  "next-date": "Step",
};

/** What an item of a document that is a list is called. */
export const documentItems: Readonly<Record<string, string>> = {
  disclosures: "Paragraph",
  faqGroups: "Group",
  footerGroups: "Group",
  homeFaqs: "Question",
  menu: "Entry",
  services: "Service",
  testimonials: "Testimonial",
};

/** “Meta description” for `metaDescription`. */
export function labelOf(key: string): string {
  const known = labels[key];
  if (known !== undefined) return known;
  if (key.startsWith("/")) return key;
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("-", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** “Section” for `sections`. */
export function itemLabelOf(key: string): string {
  return itemLabels[key] ?? labelOf(key).replace(/ies$/, "y").replace(/s$/, "");
}

/** What an item of the list at a path is called. A list named “items” has the name of the group that contains it. */
export function itemLabelAt(path: string): string {
  const keys = path.split(".").toReversed();
  const [key = "", parent = key] = keys;
  return itemLabelOf(key === "items" ? parent : key);
}

const memberLabels: Readonly<Record<string, string>> = {
  list: "Bulleted list",
  numbered: "Numbered list",
  lines: "Blank lines",
  terms: "Terms with explanations",
};

/** What a member of a union is called, by the name of its first field. A member without fields is a text. */
export function memberLabelOf(key: string | undefined): string {
  return key === undefined ? "Paragraph" : (memberLabels[key] ?? labelOf(key));
}

/** “Section 2, block 1, text” for `sections.1.blocks.0.text`. */
export function describePath(document: string, path: string): string {
  const keys = path.split(".");
  const words = keys.flatMap((key, index) => {
    if (/^\d+$/.test(key)) {
      const list = keys.slice(0, index).join(".");
      const item = list === "" ? (documentItems[document] ?? "Item") : itemLabelAt(list);
      return [`${item} ${Number(key) + 1}`];
    }
    // The words for the item say which list it is in.
    const isList = /^\d+$/.test(keys[index + 1] ?? "");
    return isList ? [] : [labelOf(key)];
  });
  return words.map((word, index) => (index === 0 ? word : lowerFirst(word))).join(", ");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
