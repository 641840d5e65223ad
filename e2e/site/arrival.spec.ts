import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectNothingMoved } from "../kit/accessibility.ts";

// Wide: there the most things stand beside each other.
const path = "/form-adv-part-2b";

test("a page that arrives in pieces, as on a slow line, does not move while they come", async ({
  page,
  baseURL,
}) => {
  const server = await servingInPieces(`${baseURL ?? ""}${path}`);
  const { port } = server.address() as AddressInfo; // listening on a port, so neither a path nor null
  await page.goto(`http://localhost:${port}${path}`);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expectNothingMoved(page);
  server.closeAllConnections();
  server.close();
});

test("a font that comes late is not shown on this page, where it would break lines elsewhere", async ({
  page,
}) => {
  await page.route("**/*.woff2", async (route) => {
    await sleep(1_000);
    await route.continue();
  });
  const came = page.waitForResponse("**/*.woff2");
  await page.goto(path);
  await (await came).finished();
  await expectNothingMoved(page);
  expect(await fontsOfHeading(page)).not.toContain("Literata");
});

test("headings are set in the practice’s font, where the first page was too quick for it from the next one on", async ({
  page,
}) => {
  await expect(async () => {
    await page.goto(path);
    expect(await fontsOfHeading(page)).toEqual(["Literata"]);
  }).toPass();
});

/** Hands out one document as a slow line does: its head first, then a line of text at a time. */
async function servingInPieces(address: string): Promise<Server> {
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

/** The fonts in which the browser has drawn the first heading, which may be another than the styles ask for. */
async function fontsOfHeading(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}
