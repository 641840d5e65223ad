import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brochureFile } from "#app/compliance/disclosures/brochure-file.ts";
import {
  speculationRulesPath,
  manifest,
  robots,
  rssFeed,
  sitemap,
  speculationRules,
} from "#app/pages/site-files/site-files.ts";
import { llmsText, llmsTextPath } from "#app/pages/site-files/llms-text.ts";
import { feedPath } from "#app/pages/registry.ts";
import { formAdvPart2a } from "#content/disclosures/form-adv-part-2a.ts";
import { practice } from "#content/practice.ts";
import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { withDocuments } from "#app/publishing/releases/documents-in-use.server.ts";
import type { Releases } from "#app/publishing/releases/release.ts";
import { answerShared } from "./answer-shared.ts";
import { encodeBody } from "#server/assets/encoded-body.ts";
import type { SharedPage } from "./pages.ts";

/** A file that is generated from content. */
export type SiteFile = {
  type: string;
  /** Headers that differ from those of other responses. */
  headers?: Readonly<Record<string, string>>;
  make(siteUrl: string): Promise<Uint8Array> | Uint8Array;
};

/** Generated files by path. */
export const siteFiles: Readonly<Record<string, SiteFile>> = {
  "/sitemap.xml": textFile("application/xml; charset=utf-8", sitemap),
  "/robots.txt": textFile("text/plain; charset=utf-8", robots),
  [llmsTextPath]: textFile("text/plain; charset=utf-8", llmsText),
  [feedPath]: textFile("application/rss+xml; charset=utf-8", rssFeed),
  [speculationRulesPath]: textFile("application/speculationrules+json", speculationRules),
  "/manifest.webmanifest": textFile("application/manifest+json; charset=utf-8", manifest),
  [brochureFile.path]: {
    type: "application/pdf",
    // The brochure's own page frames it. No other site can.
    headers: {
      "Content-Disposition": `inline; filename="${brochureFile.name}"`,
      "Content-Security-Policy": "frame-ancestors 'self'",
    },
    make: createBrochure,
  },
};

let latestBrochure: { key: string; pdf: Promise<Uint8Array> } | undefined;

/** Creating the brochure takes tenths of a second, so a release that does not change it reuses the last one. */
function createBrochure(siteUrl: string): Promise<Uint8Array> {
  const key = JSON.stringify([siteUrl, practice, formAdvPart2a]);
  if (latestBrochure?.key === key) return latestBrochure.pdf;
  const brochure = { key, pdf: writeBrochure(siteUrl) };
  latestBrochure = brochure;
  brochure.pdf.catch(() => {
    if (latestBrochure === brochure) latestBrochure = undefined;
  });
  return brochure.pdf;
}

async function writeBrochure(siteUrl: string): Promise<Uint8Array> {
  // Loaded on first use, because it lengthens the start.
  const { documentPdf } = await import("#app/compliance/pdf/document-pdf.server.ts");
  return documentPdf(formAdvPart2a, siteUrl);
}

/**
 * Reads the share images and icons that the build has drawn.
 * @returns the files by path
 */
export async function readPictures(buildDirectory: string): Promise<Record<string, SiteFile>> {
  const folder = join(buildDirectory, "pictures");
  const names = await readdir(folder, { recursive: true });
  const pictures = await Promise.all(
    names
      .filter((name) => name.endsWith(".png"))
      .map(async (name): Promise<[string, SiteFile]> => {
        const bytes = await readFile(join(folder, name));
        return [`/${name.replaceAll("\\", "/")}`, { type: "image/png", make: () => bytes }];
      }),
  );
  return Object.fromEntries(pictures);
}

function textFile(type: string, make: (siteUrl: string) => string): SiteFile {
  return { type, make: (siteUrl) => new TextEncoder().encode(make(siteUrl)) };
}

/** The generated files, each of which is created once for each release, on first use. */
export type CreatedFiles = {
  readonly paths: readonly string[];
  /** @returns undefined if there is no such file */
  find(path: string): Promise<SharedPage> | undefined;
};

export function createFiles(
  files: Readonly<Record<string, SiteFile>>,
  siteUrl: string,
  releases: Releases,
): CreatedFiles {
  let cache = new Map<string, Promise<SharedPage>>();
  let release = releases.inUse();
  return {
    paths: Object.keys(files),
    find(path) {
      const file = Object.hasOwn(files, path) ? files[path] : undefined;
      if (file === undefined) return undefined;
      if (release !== releases.inUse()) cache = new Map();
      release = releases.inUse();
      const made = cache.get(path) ?? withDocuments(release, () => createFile(file, siteUrl));
      const current = cache.set(path, made);
      // A failed file is created again for the next request.
      made.catch(() => current.delete(path));
      return made;
    },
  };
}

/**
 * Answers requests for generated files.
 * @param headers headers common to all responses
 */
export function answerSiteFile(
  files: CreatedFiles,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler {
  return async (c, next) => {
    const made = files.find(c.req.path);
    return made === undefined ? next() : answerShared(c, await made, headers);
  };
}

async function createFile({ type, headers, make }: SiteFile, siteUrl: string): Promise<SharedPage> {
  const bytes = await make(siteUrl);
  return {
    status: 200,
    html: "",
    headers: { "Content-Type": type, "Cache-Control": "public, max-age=3600", ...headers },
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    body: encodeBody(bytes, type),
  };
}
