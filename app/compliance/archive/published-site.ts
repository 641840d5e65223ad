/** A page or file as it is sent to visitors, without the parts that differ between visitors. */
export type PublishedFile = {
  path: string;
  status: number;
  /** Those that do not depend on the encoding, by name in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Not compressed. A form contains a placeholder instead of a visitor's token. */
  bytes: Uint8Array;
  isPage: boolean;
};

/** The site as this process publishes it. The server injects it, because this area imports neither the pages nor the server. */
export type PublishedSite = {
  /** Which build with which settings publishes the site. Two servers with the same description send the same pages. */
  build: string;
  /** Changes when pages can change without a new build: with the published content, the live event and the date. */
  stamp(): string;
  /** The number of the release of content in use; 0 if the files are in use. */
  release(): number;
  /** Every public page with the files that it uses, and the other public files. @param signal ends the rendering with an error */
  render(signal?: AbortSignal): Promise<PublishedFile[]>;
};
