import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { IslandName, PageAssets } from "#app/pages/delivery/page-assets.ts";
import type { FindPicture } from "#app/publishing/pictures/read-pictures.server.ts";
import { encodeBody, type EncodedBody } from "./encoded-body.ts";
import { cacheStoredAssets } from "./stored-asset-cache.ts";
import { keepUsedStyles, listClasses, parseStyles, type StyleBlock } from "./used-styles.ts";
import type { Context, MiddlewareHandler } from "hono";

export type Asset = { type: string; body: EncodedBody };

/** The built browser files, in memory. Their names contain a hash, so their content never changes. */
export type BuiltAssets = PageAssets & {
  find(path: string): Asset | undefined;
  /** The content of each file, by its path. */
  files: ReadonlyMap<string, Buffer>;
};

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** Entry points of the islands, by their source file in Vite's manifest. */
const islandSources = {
  loader: "app/ui/islands/load-island.client.ts",
  assessment: "app/assessments/form/assessment.island.client.tsx",
  eventConfirmation: "app/events/confirmation-page/event-confirmation.island.client.ts",
  eventSignup: "app/events/signup-page/event-signup.island.client.tsx",
  faqFilter: "app/site/faqs/faq-filter.island.client.ts",
  identityPixel: "app/tracking/identity-pixel/identity-pixel.client.ts",
  pageIndex: "app/compliance/page-index/page-index.island.client.ts",
  printResult: "app/assessments/result/print-result.island.client.ts",
  reviewsFrame: "app/site/reviews/reviews-frame.island.client.ts",
  signIn: "app/staff/auth-island/sign-in.island.client.ts",
  visit: "app/tracking/browser/visit.client.ts",
} as const satisfies Record<IslandName | "loader" | "visit", string>;

/** @param buildDirectory the folder that holds `client/` and `islands/` */
export function readBuiltAssets(buildDirectory: string): BuiltAssets {
  const files = new Map([
    ...readFolder(join(buildDirectory, "client/assets"), "/assets/"),
    ...readFolder(join(buildDirectory, "islands/assets"), "/assets/"),
  ]);
  const manifest = parseManifest(readFileSync(join(buildDirectory, "islands/.vite/manifest.json"), "utf8"));
  const findUrl = (source: string): string => {
    const file = manifest[source];
    if (file === undefined) throw new Error(`The build contains no script for ${source}.`);
    return `/${file}`;
  };
  const styleSheets: StyleSheets = new Map();
  for (const [path, bytes] of files) {
    if (!path.endsWith(".css")) continue;
    const text = bytes.toString("utf8").trim();
    styleSheets.set(path, { text, blocks: parseStyles(text) });
  }
  const loader = files.get(findUrl(islandSources.loader))?.toString("utf8").trim() ?? "";
  const assets = new Map<string, Asset>();
  for (const [path, bytes] of files) {
    const asset = toAsset(path, bytes);
    if (asset !== undefined) assets.set(path, asset);
  }
  return {
    find: (path) => assets.get(path),
    files,
    inlineStyles: (html, { onlyUsed }) => inlineStyles(html, styleSheets, onlyUsed),
    inlineLoader: (html) => inlineLoader(html, findUrl(islandSources.loader), loader),
    island: (name) => ({
      loader: findUrl(islandSources.loader),
      island: findUrl(islandSources[name]),
    }),
    visitScript: findUrl(islandSources.visit),
  };
}

/** Asset paths in development, where Vite serves the sources. */
export const sourceAssets: PageAssets = {
  inlineStyles: (html) => ({ html, styleHashes: [] }),
  inlineLoader: (html) => ({ html, scriptHashes: [] }),
  island: (name) => ({
    loader: `/${islandSources.loader}`,
    island: `/${islandSources[name]}`,
  }),
  visitScript: `/${islandSources.visit}`,
};

type StyleSheets = Map<string, { text: string; blocks: readonly StyleBlock[] }>;

const styleSheetLink = /<link[^>]*\brel="stylesheet"[^>]*>/g;

function inlineStyles(
  html: string,
  styleSheets: Readonly<StyleSheets>,
  onlyUsed: boolean,
): { html: string; styleHashes: string[] } {
  const classes = listClasses(html);
  let styles = "";
  const withoutLinks = html.replace(styleSheetLink, (link) => {
    const address = /\bhref="([^"]+)"/.exec(link)?.[1];
    const sheet = address === undefined ? undefined : styleSheets.get(address);
    if (sheet === undefined) return link;
    styles += onlyUsed ? keepUsedStyles(sheet.blocks, classes) : sheet.text;
    return "";
  });
  // HTML permits `style` elements only in the head, so those of printed footers and of article pictures are moved there. Other styles in
  // the body are those of shadow roots.
  let ownStyles = "";
  const [head = "", ...rest] = withoutLinks.split("</head>");
  const body = rest.join("</head>").replaceAll(sheetStyle, (element) => {
    ownStyles += element;
    return "";
  });
  const shared = styles === "" ? "" : `<style>${styles}</style>`;
  const styled = shared + ownStyles === "" ? html : `${head}${shared}${ownStyles}</head>${body}`;
  const elements = [...styled.matchAll(styleElement)].map(([, css = ""]) => css);
  return {
    html: styled,
    styleHashes: [...new Set(elements)].map((css) => createHash("sha256").update(css).digest("base64")),
  };
}

const styleElement = /<style>(.*?)<\/style>/gs;
const sheetStyle = /<style>(?:@page|\.prose img)\{.*?<\/style>/gs;

function inlineLoader(
  html: string,
  address: string,
  loader: string,
): { html: string; scriptHashes: string[] } {
  const script = new RegExp(`<script type="module"[^>]*src="${address}"[^>]*></script>`);
  if (!script.test(html)) return { html, scriptHashes: [] };
  return {
    html: html.replace(script, () => `<script type="module" async>${loader}</script>`),
    scriptHashes: [createHash("sha256").update(loader).digest("base64")],
  };
}

/** Synchronous, because the server does not answer yet, and hundreds of asynchronous reads take longer. */
function readFolder(folder: string, prefix: string): [string, Buffer][] {
  return readdirSync(folder).map((name) => [prefix + name, readFileSync(join(folder, name))]);
}

/** Reads the built file of each entry point from Vite's manifest. */
function parseManifest(json: string): Record<string, string> {
  const manifest: unknown = JSON.parse(json);
  if (typeof manifest !== "object" || manifest === null) return {};
  return Object.fromEntries(
    Object.entries(manifest).map(([source, entry]: [string, unknown]) => [
      source,
      typeof entry === "object" && entry !== null && "file" in entry ? String(entry.file) : "",
    ]),
  );
}

/** The names of built files contain a hash, so browsers can cache them indefinitely. */
export const assetCacheControl = "public, max-age=31536000, immutable";

function toAsset(path: string, bytes: Buffer): Asset | undefined {
  const type = contentTypes[extname(path)];
  return type === undefined ? undefined : { type, body: encodeBody(bytes, type) };
}

/**
 * Answers requests for built files.
 * @param headers headers common to all responses
 */
export function answerAsset(
  find: (path: string) => Asset | undefined,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  return async (c, next) => {
    const asset = find(c.req.path);
    return asset === undefined ? next() : send(c, asset, headers);
  };
}

/**
 * Answers requests for files of other builds.
 * @param headers headers common to all responses
 */
export function answerStoredAsset(
  find: (path: string) => Promise<Buffer | undefined>,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  const findAsset = cacheStoredAssets(async (path) => {
    const bytes = await find(path);
    const asset = bytes === undefined ? undefined : toAsset(path, bytes);
    return bytes === undefined || asset === undefined ? undefined : { asset, bytes: bytes.byteLength };
  });
  return async (c, next) => {
    const asset = await findAsset(c.req.path);
    return asset === undefined ? next() : send(c, asset, headers);
  };
}

async function send(c: Context, asset: Asset, headers: Readonly<Record<string, string>>): Promise<Response> {
  const { bytes, encoding } = await asset.body.for(c.req.header("accept-encoding"));
  return new Response(c.req.method === "HEAD" ? null : bytes, {
    headers: {
      ...headers,
      "Content-Type": asset.type,
      "Cache-Control": assetCacheControl,
      Vary: "Accept-Encoding",
      ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
    },
  });
}

/** The headers of a picture. Its path names its bytes, which never change. */
export const pictureHeaders = { "Content-Type": "image/webp", "Cache-Control": assetCacheControl } as const;

/**
 * Answers requests for pictures that staff have uploaded.
 * @param headers headers common to all responses
 */
export function answerPicture(
  find: FindPicture,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  return async (c, next) => {
    const bytes = await find(c.req.path);
    if (bytes === undefined) return next();
    return new Response(c.req.method === "HEAD" ? null : bytes, {
      headers: { ...headers, ...pictureHeaders },
    });
  };
}
