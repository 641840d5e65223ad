/** A visible link, without text for screen readers only. */
export type SeenLink = { words: string; href: string; opensNewTab: boolean };

export function linksIn(html: string): SeenLink[] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = "", content = ""]) => ({
    words: wordsOf(content),
    href: decode(/href="([^"]*)"/.exec(attributes)?.[1] ?? ""),
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
  return decode(parted.replaceAll(/<[^>]+>/g, ""))
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The content of each element of that name, as text. */
export function elementsIn(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, "gs"))].map(([, content = ""]) =>
    wordsOf(content),
  );
}

function decode(text: string): string {
  const entities: Record<string, string> = {
    "&#x27;": "'",
    "&quot;": '"',
    "&lt;": "<",
    "&gt;": ">",
    "&amp;": "&",
  };
  return text.replaceAll(/&(?:#x27|quot|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}

/** A form without additions to the specification: token, honeypot and consent boxes. */
export function specifiedPartOf(form: string): string {
  return form
    .replaceAll(/<input type="hidden"[^>]*>/g, "")
    .replaceAll(/<div class="trap".*?<\/div>/gs, "")
    .replaceAll(/<fieldset class="consent">.*?<\/fieldset>/gs, "");
}
