import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectNothingMoved } from "../kit/accessibility.ts";

// A wide screen has the most elements beside each other.
const path = "/form-adv-part-2b";

for (const [kind, height] of [
  ["long", 900],
  // Its footer is at the bottom of the window, and would move up as it grows.
  ["short", 9_000],
] as const) {
  test(`a ${kind} page that loads slowly in chunks has no layout shifts`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 1440, height });
    const server = await serveInPieces(`${baseURL ?? ""}${path}`);
    const { port } = server.address() as AddressInfo; // listening on a port, so neither a path nor null
    await page.goto(`http://localhost:${port}${path}`);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expectNothingMoved(page);
    server.closeAllConnections();
    server.close();
  });
}

test("a late font is not used on the first page, because it would change line breaks", async ({ page }) => {
  await page.route("**/*.woff2", async (route) => {
    await sleep(1_000);
    await route.continue();
  });
  const came = page.waitForResponse("**/*.woff2");
  await page.goto(path);
  await (await came).finished();
  await expectNothingMoved(page);
  expect(await readHeadingFonts(page)).not.toContain("Literata");
});

test("headings use the site’s font, on the next page at the latest", async ({ page }) => {
  await expect(async () => {
    await page.goto(path);
    expect(await readHeadingFonts(page)).toEqual(["Literata"]);
  }).toPass();
});

/** Serves a document as over a slow connection: first its head, then one line of text at a time. */
async function serveInPieces(address: string): Promise<Server> {
  const html = await (await fetch(address)).text();
  const server = createServer((request, response) => {
    if (request.url === path) void sendInPieces(html, response);
    else response.writeHead(404).end();
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return server;
}

async function sendInPieces(html: string, response: ServerResponse): Promise<void> {
  const body = html.indexOf("<body");
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.write(html.slice(0, body));
  for (let at = body; at < html.length; at += 120) {
    response.write(html.slice(at, at + 120));
    await sleep(20);
  }
  response.end();
}

/** The fonts that the browser has used for the first heading, which can differ from the style sheet. */
async function readHeadingFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}
