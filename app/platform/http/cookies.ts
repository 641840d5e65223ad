/** A cookie of a request. Neither part is decoded, and quotation marks are a part of the value (RFC 6265bis, section 5.6). */
export type Cookie = readonly [name: string, value: string];

/**
 * The cookies in a `Cookie` header, in its order. Only spaces and tabs around names and values are removed. `String.prototype.trim` also
 * removes other characters, with which a subdomain can write a name that browsers do not recognize as `__Host-`.
 */
export function parseCookies(header: string | null): Cookie[] {
  if (header === null || header === "") return [];
  return header.split(";").map((pair) => {
    const end = pair.indexOf("=");
    // A cookie without a name has no equals sign.
    return end === -1 ? ["", trim(pair)] : [trim(pair.slice(0, end)), trim(pair.slice(end + 1))];
  });
}

/** The values of all cookies with a name, in the order of the header. */
export function findCookies(header: string | null, name: string): string[] {
  return parseCookies(header).flatMap(([other, value]) => (other === name ? [value] : []));
}

/** The value of the only cookie with a name. It is undefined if there are several, because their order can be chosen by a subdomain. */
export function findOnlyCookie(header: string | null, name: string): string | undefined {
  const [value, ...others] = findCookies(header, name);
  return others.length === 0 ? value : undefined;
}

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (isSpace(text[start])) start += 1;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
