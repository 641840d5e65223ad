import { maximumLength } from "#app/platform/limits.ts";

/** Whether a text is a link that staff may enter and other staff open: to a web page, and without a password. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.length > maximumLength.url || /[\s\p{Cc}]/u.test(text)) return false;
  const isWeb = /^https?:\/\//i.test(text) && (url.protocol === "https:" || url.protocol === "http:");
  return isWeb && url.username === "" && url.password === "";
}
