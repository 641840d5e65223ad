/**
 * Describes a link that an article cannot contain. The permitted beginnings are listed, because browsers run `javascript:` links and treat
 * `//host` and `/\host` as links to other sites.
 */
export function describeLinkMistake(href: string): string | undefined {
  const isPermitted = /^(?:\/(?![/\\])|#|https?:\/\/|mailto:|tel:)/i.test(href);
  if (isPermitted && !/[\\\s\p{Cc}]/u.test(href)) return undefined;
  return `must begin with /, #, https://, mailto: or tel: and contain no spaces`;
}

/** Describes the address of a picture that the content security policy would block. */
export function describePictureMistake(source: string): string | undefined {
  return /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(source)
    ? undefined
    : "must be a path of this site, such as /table.png";
}
