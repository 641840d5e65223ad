/** A false positive or accepted finding, with the reason. */
export type Explained = { finding: RegExp; because: string };

/** A finding without an explanation fails the check. */
export const explained: readonly Explained[] = [
  {
    finding: /^Cross Site Request Forgery: POST \S+ .*Lack of anti CSRF token/,
    because:
      "the Origin header is checked instead of a token: a post with a foreign origin returns 403 (server/pages/pages.http.test.ts)",
  },
  {
    finding: /X-Frame-Options (?:is not set|header is not present)/,
    because: "frame-ancestors 'none' of the security policy replaces it on every page",
  },
  {
    finding: /X-XSS-Protection is not set/,
    because: "browsers no longer support it; the security policy permits only known scripts",
  },
  {
    finding: /Strict-Transport-Security is not set/,
    because:
      "scanned over http on loopback; it is sent if SITE_URL is https (server/tests/startup-errors.long.start.test.ts)",
  },
  {
    finding: /Server leaks inodes via ETags/,
    because: "the ETag is a digest of the content and not of a file",
  },
  {
    finding:
      /Uncommon header '(?:speculation-rules|referrer-policy|cross-origin-opener-policy|x-content-type-options|content-security-policy|x-robots-tag)'/,
    because: "the headers are intended and newer than the tool's list",
  },
  {
    finding: /robots\.txt/,
    because: "it lists only /api/, which reveals nothing and returns 404",
  },
  {
    finding: /Allowed HTTP Methods: GET, HEAD/,
    because: "the listed methods are supported and change nothing",
  },
  {
    finding: /SiteMinder admin login page available/,
    because: "the path returns 404; the words that the tool searches for are in the menu of every page",
  },
  {
    finding: /DB4Web server may allow you to connect/,
    because: "the path returns 404; the tool searches for a word that a script of the page contains",
  },
  {
    finding: /\/sitemap\.xml: This gives a nice listing/,
    because: "it lists the public pages for search engines",
  },
];

/** Paths of the word list that are expected to exist: pages, site files and redirects to them. */
export const expectedAddresses: ReadonlySet<string> = new Set([
  "200 /",
  "200 /about",
  "308 /About",
  "302 /admin",
  "200 /auth",
  "200 /blog",
  "308 /Blog",
  "308 /cgi-bin/",
  "200 /faqs",
  "200 /privacy-policy",
  "200 /reviews",
  "200 /robots.txt",
  "200 /sitemap.xml",
]);

/** Publicly visible traits of a page, without product names or versions. */
export const expectedTraits: ReadonlySet<string> = new Set([
  "Country",
  "Email",
  "HTML5",
  "IP",
  "Open-Graph-Protocol",
  "PasswordField",
  "Script",
  "Title",
  "UncommonHeaders",
]);

/**
 * @throws with unexplained findings
 * @returns the number of findings
 */
export function expectExplained(findings: readonly string[]): string {
  const left = findings.filter((text) => !explained.some(({ finding }) => finding.test(text)));
  if (left.length > 0) throw new Error(`${left.length} not explained: ${left.slice(0, 10).join("; ")}`);
  return findings.length === 0 ? "no finding" : `${findings.length} findings, all explained`;
}
