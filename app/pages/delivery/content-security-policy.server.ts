import type { PageHandle } from "#app/pages/page-handle.ts";

/**
 * The content security policy of a page. `small-pages.ts` has the policy of static error pages.
 * @param page.nonce permits the inline scripts of a page that the router hydrates
 * @param page.styleHashes base64 SHA-256 digests of the inline styles
 */
export function contentSecurityPolicy(page: {
  scripts: PageHandle["scripts"];
  nonce: string;
  frames?: readonly string[] | undefined;
  /** Origin of an outside service whose script may run there. */
  pixelOrigin?: string | undefined;
  styleHashes: readonly string[];
  scriptHashes: readonly string[];
}): string {
  const inlineScripts = page.scriptHashes.map((hash) => ` 'sha256-${hash}'`).join("");
  const pixel = page.pixelOrigin === undefined ? "" : ` ${page.pixelOrigin}`;
  const ownScripts = `script-src 'self'${inlineScripts}${pixel}`;
  const scripts = {
    // Without inline scripts, `default-src 'none'` blocks all scripts.
    none: inlineScripts === "" ? [] : [ownScripts],
    island: [ownScripts],
    router: [`script-src 'self' 'nonce-${page.nonce}'`],
  }[page.scripts];
  const styles =
    page.styleHashes.length === 0 ? "'self'" : page.styleHashes.map((hash) => `'sha256-${hash}'`).join(" ");
  return [
    "default-src 'none'",
    `style-src ${styles}`,
    `img-src 'self'${pixel}`,
    "font-src 'self'",
    "manifest-src 'self'",
    // Also on pages without scripts, because auditing tools request robots.txt from inside the page.
    `connect-src 'self'${pixel}`,
    ...scripts,
    ...(page.frames === undefined ? [] : [`frame-src ${page.frames.join(" ")}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(";");
}
