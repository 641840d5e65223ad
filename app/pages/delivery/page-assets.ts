/** The built assets that pages need: inlined styles and the URLs of island scripts. */
export type PageAssets = {
  /**
   * Inlines the page's style sheets in the order in which the document links them.
   * @param onlyUsed leaves out rules whose classes the document does not contain
   * @returns the document, and the base64 SHA-256 digest of each style element for the content security policy
   */
  inlineStyles(html: string, options: { onlyUsed: boolean }): { html: string; styleHashes: string[] };
  /**
   * Inlines the loader of a page's island, because a separate request would compete with the content.
   * @returns the document, and the digest of the script for the content security policy
   */
  inlineLoader(html: string): { html: string; scriptHashes: string[] };
  /** URLs of the loader script and of one island. */
  island(name: IslandName): { loader: string; island: string };
  /** URL of the visit script. */
  visitScript: string;
};

export type IslandName =
  | "assessment"
  | "eventConfirmation"
  | "eventSignup"
  | "faqFilter"
  | "identityPixel"
  | "pageIndex"
  | "printResult"
  | "reviewsFrame"
  | "signIn";
