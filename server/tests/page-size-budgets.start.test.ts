import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowEmbeddedPostgres } from "#embedded-postgres";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { everyPage } from "#tests/access/every-page.ts";
import { pageBudgets } from "../../bench/kit/page-budgets.ts";
import { type RunningServer, startServer } from "#tests/kit/running-server.ts";
import { sessionCookie, signedIn } from "#tests/kit/signed-in.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-page-size-"));
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ dataDir: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const drawnPages: readonly string[] = [
  "/exit-planning",
  "/business-valuation",
  "/tax-strategies",
  "/succession-planning",
  "/manufacturer-sale",
];
const isLong = (path: string): boolean => /^\/(blog\/|form-|privacy)/.test(path) || drawnPages.includes(path);
/** Pages with one hydrated form. */
const formPages: readonly string[] = ["/pre-loi-assessment", "/linkedin-live-signup"];
/** Pages whose script only adds something: the frame of the reviews and the filter of the questions. */
const islandPages: readonly string[] = ["/reviews", "/faqs", ...formPages];
const signInScriptBytes = 2_500;
const staffScriptBytes = 172 * 1_024;

/** The paths of the sitemap. */
async function publicPaths(): Promise<readonly string[]> {
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]*([^<]*)<\/loc>/g)].map(
    ([, path = ""]) => path || "/",
  );
  expect(paths.length).toBeGreaterThan(20);
  return paths;
}

it("every page with its styles and headers stays within its budget, and text pages have no script but the visit script", async () => {
  for (const path of await publicPaths()) {
    const sent = await bytesSent(path);
    expect(sent.byteLength, path).toBeLessThanOrEqual(
      isLong(path) ? pageBudgets.longPage : pageBudgets.textPage,
    );
    if (islandPages.includes(path)) continue;
    const page = await (await fetch(server.url + path)).text();
    const [loader = "", ...others] =
      page.match(/<script(?! type="application\/ld\+json").*?<\/script>/gs) ?? [];
    expect(loader, path).toContain("/assets/visit-");
    expect(others, path).toEqual([]);
  }
});

it("no public page has more elements than Lighthouse accepts", async () => {
  for (const path of await publicPaths()) {
    const page = await (await fetch(server.url + path)).text();
    const [body = ""] = /<body\b.*<\/body>/s.exec(page) ?? [];
    const count = body.match(/<[a-z]/g)?.length ?? 0;
    expect(count, path).toBeGreaterThan(100);
    expect(count, path).toBeLessThanOrEqual(pageBudgets.elements);
  }
});

it("the compressed visit script, with its loader in the page, stays within its budget", async () => {
  const html = await (await fetch(server.url)).text();
  const loader = /<script type="module">.*?<\/script>/s.exec(html)?.[0] ?? "";
  const [path] = /\/assets\/visit-[\w-]+\.js/.exec(loader) ?? [];
  const script = readFileSync(`build/islands${path}`, "utf8");
  // The script has no imports, so this file is all of it.
  expect(script).not.toMatch(/\bimport\b|\bfrom\s*"/);
  const bytes = await compressedSize([loader, script]);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(pageBudgets.visitScript);
});

it("the compressed script of the sign-in screen stays within its budget and has no imports", async () => {
  const html = await (await fetch(`${server.url}/auth`)).text();
  const [path = ""] = /\/assets\/sign-in-[\w-]+\.js/.exec(html) ?? [];
  const script = readFileSync(`build/islands${path}`, "utf8");
  expect(script).not.toMatch(/\bimport\b|\bfrom\s*"/);
  const bytes = await compressedSize([script]);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(signInScriptBytes);
});

it.each(formPages)("the compressed scripts of %s stay within their budget", async (formPage) => {
  const html = await (await fetch(server.url + formPage)).text();
  // The inline scripts, the island and everything that it imports.
  const inline = [...html.matchAll(/<script type="module"[^>]*>(.*?)<\/script>/gs)].map(
    ([, code = ""]) => code,
  );
  const files = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path));
  for (const path of files) {
    for (const [, name] of readFileSync(`build/islands${path}`, "utf8").matchAll(
      /from\s*"\.\/([\w.-]+\.js)"/g,
    )) {
      files.add(`/assets/${name}`);
    }
  }
  expect(inline.join("").length).toBeGreaterThan(100);
  const formScripts = [...files].filter((path) => !path.startsWith("/assets/visit-"));
  const named = formScripts.map((path) => readFileSync(`build/islands${path}`, "utf8"));
  const bytes = await compressedSize([inline.join("\n"), ...named]);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(pageBudgets.formScripts);
});

it("the compressed scripts of each staff screen stay within their budget, and no public page loads any of them", async () => {
  const cookie = await signInAsOwner();
  const screens = everyPage().filter(
    ({ pattern }) => /^\/admin(\/|$)/.test(pattern) && !pattern.includes(":"),
  );
  expect(screens.length).toBeGreaterThan(2);
  const staffScripts = new Set<string>();
  for (const { pattern } of screens) {
    const answer = await fetch(server.url + pattern, { headers: { cookie } });
    expect([pattern, answer.status]).toEqual([pattern, 200]);
    const files = withImports(scriptsIn(await answer.text()));
    const bytes = await compressedSize(files.map(readClientFile));
    expect(bytes, pattern).toBeGreaterThan(50_000);
    expect(bytes, pattern).toBeLessThanOrEqual(staffScriptBytes);
    for (const file of files) staffScripts.add(file);
  }
  for (const path of ["/", "/faqs", "/auth", ...formPages]) {
    const asked = scriptsIn(await (await fetch(server.url + path)).text());
    expect(asked.filter((file) => staffScripts.has(file))).toEqual([]);
  }
});

const compressedSizes = new Map<string, number>();

/** The total size of scripts that are compressed one by one. Screens share most scripts, so each is compressed only once. */
async function compressedSize(scripts: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const script of scripts) {
    // Asynchronous, because the server closes idle connections while a synchronous call blocks this process.
    const size = compressedSizes.get(script) ?? (await promisify(brotliCompress)(script)).byteLength;
    compressedSizes.set(script, size);
    bytes += size;
  }
  return bytes;
}

/** The cookie of an owner, who can open every screen. */
async function signInAsOwner(): Promise<string> {
  const { connection } = await borrowEmbeddedPostgres({ dataDir: folder, log: silentLog });
  const pool = new pg.Pool({ ...connection, max: 1 });
  const db = openQueries(pool);
  const { sessionId } = await signedIn(db, { role: "owner" });
  const { token } = await db
    .selectFrom("staffSessions")
    .select("token")
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
  await pool.end();
  return sessionCookie(token, readFileSync(join(folder, "session-secret"), "utf8").trim());
}

/** The script files that a page loads, without those that only its data mentions. */
function scriptsIn(html: string): string[] {
  const asked = html.matchAll(/(?:href|src|from|import)\s*=?\s*"\/assets\/([\w.-]+\.js)"/g);
  return [...new Set([...asked].map(([, name = ""]) => name))];
}

/** Adds the files that the files import. */
function withImports(files: readonly string[]): string[] {
  const all = new Set(files);
  for (const file of all) {
    const imported = readClientFile(file).matchAll(/(?:from|import)\s*["`]\.\/([\w.-]+\.js)["`]/g);
    for (const [, name = ""] of imported) all.add(name);
  }
  return [...all];
}

function readClientFile(name: string): string {
  return readFileSync(join("build/client/assets", name), "utf8");
}

/** Everything that is sent for one request: status line, headers and compressed body. */
async function bytesSent(path: string): Promise<Buffer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, br\r\nConnection: close\r\n\r\n`,
      );
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => resolve(Buffer.concat(chunks)));
    socket.on("error", reject);
  });
}
