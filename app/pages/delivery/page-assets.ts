/** What pages ask of the build: their styles in place, and the addresses of island scripts. */
export type PageAssets = {
  /**
   * Puts the page's style sheets into the document, in the order in which it links them.
   * @returns the document, and the base64 SHA-256 digest of each style element for the content security policy
   */
  inlineStyles(html: string): { html: string; styleHashes: string[] };
  /**
   * Inlines the loader of a page's island, because a separate request would compete with the content.
   * @returns the document, and the digest of the script for the content security policy
   */
  inlineLoader(html: string): { html: string; scriptHashes: string[] };
  /** Addresses of the loader script and of one island. */
  island(name: IslandName): { loader: string; island: string };
  /** Address of the script that records visits. */
  visitScript: string;
};

export type IslandName =
  | "assessment"
  | "eventSignup"
  | "identityPixel"
  | "pageIndex"
  | "reviewsFrame"
  | "signIn";
