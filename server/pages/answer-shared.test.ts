import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { encodeBody } from "#server/assets/encoded-body.ts";
import { answerShared } from "./answer-shared.ts";
import type { SharedPage } from "./pages.ts";

const common = { "X-Content-Type-Options": "nosniff" };

function createPage(changes: Partial<SharedPage> = {}): SharedPage {
  return {
    status: 200,
    html: "",
    headers: { "Content-Type": "text/plain", "Cache-Control": "public, max-age=3600" },
    etag: '"a"',
    body: encodeBody(new TextEncoder().encode("The content"), "text/plain"),
    ...changes,
  };
}

async function request(page: SharedPage, headers: Record<string, string>, method = "GET"): Promise<Response> {
  const app = new Hono().get("*", (c) => answerShared(c, page, common));
  return app.request("/", { method, headers });
}

describe("a request with the current version", () => {
  test.each(["GET", "HEAD"])("by %s is answered with the headers of the page and no body", async (method) => {
    const headers = {
      ...createPage().headers,
      "Content-Disposition": "inline",
      "Content-Security-Policy": "frame-ancestors 'self'",
    };
    const response = await request(createPage({ headers }), { "if-none-match": 'W/"x", "a"' }, method);
    expect(response.status).toBe(304);
    expect(Object.fromEntries(response.headers)).toEqual({
      "cache-control": "public, max-age=3600",
      "content-security-policy": "frame-ancestors 'self'",
      etag: '"a"',
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
    expect(await response.text()).toBe("");
  });

  test("gets a not-found page in full", async () => {
    const response = await request(createPage({ status: 404 }), { "if-none-match": '"a"' });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe("The content");
  });
});

test("a request with another version gets the page in an accepted encoding", async () => {
  const response = await request(createPage(), { "if-none-match": '"b"', "accept-encoding": "gzip" });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    "cache-control": "public, max-age=3600",
    "content-encoding": "gzip",
    "content-type": "text/plain",
    etag: '"a"',
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  });
});
