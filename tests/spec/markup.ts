/** A link as somebody sees it: the words that are only heard are left out. */
export type SeenLink = { words: string; href: string; opensNewTab: boolean };

export function linksIn(html: string): SeenLink[] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = "", content = ""]) => ({
    words: wordsOf(content),
    href: decoded(/href="([^"]*)"/.exec(attributes)?.[1] ?? ""),
    opensNewTab: attributes.includes('target="_blank"'),
  }));
}

/** Visible text, in one line. */
export function wordsOf(html: string): string {
  const seen = html.replaceAll(/<span class="unseen">.*?<\/span>/gs, "");
  const parted = seen.replaceAll(
    /<\/?(?:p|h\d|li|ul|ol|dl|dt|dd|div|section|th|td|tr|br|summary)\b[^>]*>/g,
    " ",
  );
  return decoded(parted.replaceAll(/<[^>]+>/g, ""))
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The content of each element of that name, as text. */
export function elementsIn(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, "gs"))].map(([, content = ""]) =>
    wordsOf(content),
  );
}

function decoded(text: string): string {
  const entities: Record<string, string> = {
    "&#x27;": "'",
    "&quot;": '"',
    "&lt;": "<",
    "&gt;": ">",
    "&amp;": "&",
  };
  return text.replaceAll(/&(?:#x27|quot|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}

/** A form without what ours carry besides the specification's fields: token, trap, boxes for consent. */
export function specifiedPartOf(form: string): string {
  return form
    .replaceAll(/<input type="hidden"[^>]*>/g, "")
    .replaceAll(/<div class="trap".*?<\/div>/gs, "")
    .replaceAll(/<fieldset class="consent">.*?<\/fieldset>/gs, "");
}
