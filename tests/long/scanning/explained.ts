/** A finding that is none, or that we know of, and why. */
export type Explained = { finding: RegExp; because: string };

/** Whatever a tool finds and no line here explains is a failure of the check. */
export const explained: readonly Explained[] = [
  {
    finding: /^Cross Site Request Forgery: POST \S+ .*Lack of anti CSRF token/,
    because:
      "the Origin header is asked for instead of a token: a post with a foreign origin is answered 403 (server/pages/pages.http.test.ts)",
  },
  {
    finding: /X-Frame-Options (?:is not set|header is not present)/,
    because: "frame-ancestors 'none' of the policy takes its place and stands on every page",
  },
  {
    finding: /X-XSS-Protection is not set/,
    because: "browsers have dropped it; the policy allows no script that the page does not carry",
  },
  {
    finding: /Strict-Transport-Security is not set/,
    because:
      "scanned over http on loopback; it is sent if SITE_URL is https (server/tests/startup-errors.start.test.ts)",
  },
  {
    finding: /Server leaks inodes via ETags/,
    because: "the mark is a digest of what is sent, and knows of no file",
  },
  {
    finding:
      /Uncommon header '(?:speculation-rules|referrer-policy|cross-origin-opener-policy|x-content-type-options|content-security-policy|x-robots-tag)'/,
    because: "they are meant; newer than the tool's list",
  },
  {
    finding: /robots\.txt/,
    because: "it names /api/ alone, which tells nothing and answers 404",
  },
  {
    finding: /Allowed HTTP Methods: GET, HEAD/,
    because: "those that the page takes, and none that changes anything",
  },
  {
    finding: /SiteMinder admin login page available/,
    because: "answered 404: the words that it looks for stand in the menu of every page, also of that one",
  },
  {
    finding: /\/sitemap\.xml: This gives a nice listing/,
    because: "it lists the public pages, for search engines",
  },
];

/** Addresses of the word list that are meant to answer: pages, site files, and what is led to them. */
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

/** What may be seen of a page from outside; no name or version of a program is among it. */
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

/** @throws with the findings that nothing explains @returns how many there were, in words */
export function expectExplained(findings: readonly string[]): string {
  const left = findings.filter((text) => !explained.some(({ finding }) => finding.test(text)));
  if (left.length > 0) throw new Error(`${left.length} not explained: ${left.slice(0, 10).join("; ")}`);
  return findings.length === 0 ? "no finding" : `${findings.length} findings, all explained`;
}
