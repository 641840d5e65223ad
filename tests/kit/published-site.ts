import type { PublishedFile, PublishedSite } from "#app/compliance/archive/published-site.ts";

/** A page for tests of the archive. */
export function aPage(path: string, body: string, title = `Title of ${path}`): PublishedFile {
  const html = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
  return {
    path,
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" },
    bytes: Buffer.from(html),
    isPage: true,
  };
}

/** A file that pages use. */
export function aFile(path: string, content: string, type: string): PublishedFile {
  return { path, status: 200, headers: { "content-type": type }, bytes: Buffer.from(content), isPage: false };
}

/** A site whose files, digest and stamp a test can change. */
export function aSite(files: PublishedFile[], digest = "a".repeat(64)) {
  const state = { files, digest, currentStamp: "first" };
  const site: PublishedSite = {
    stamp: () => state.currentStamp,
    release: () => 0,
    render: () => Promise.resolve(state.files),
    computeDigest: () => Promise.resolve(state.digest),
  };
  return Object.assign(state, site);
}
