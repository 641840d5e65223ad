import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { encodeBody } from "#server/assets/encoded-body.ts";
import { answerFromMemory } from "./answer-from-memory.ts";
import type { SharedPage } from "./pages.ts";

function createPage(changes: Partial<SharedPage> = {}): SharedPage {
  const body = encodeBody(new TextEncoder().encode("The page"), "text/html");
  return { status: 200, html: "The page", headers: {}, etag: '"a"', body, ...changes };
}

function testAnswer(page: SharedPage | undefined) {
  const lookups = { hits: 0, misses: 0 };
  const count = vi.fn<(path: string, status: number) => void>();
  const answer = answerFromMemory({ fromMemory: () => page }, {}, { lookups, count });
  const send = (headers: Record<string, string> = {}): boolean => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: "GET", url: "/about?x=1", headers: { host: "localhost", ...headers } });
    return answer(request, new ServerResponse(request));
  };
  return { send, lookups, count };
}

test("counts each page that it sends as one hit", () => {
  const { send, lookups, count } = testAnswer(createPage());
  expect([send(), send()]).toEqual([true, true]);
  expect(lookups).toEqual({ hits: 2, misses: 0 });
  expect(count.mock.calls).toEqual([
    ["/about", 200],
    ["/about", 200],
  ]);
});

const formToken = { fillIn: (html: string) => html, encodePage: () => Promise.reject(new Error("unused")) };

test.each<[string, SharedPage | undefined, Record<string, string>]>([
  ["a page that is not in memory", undefined, {}],
  ["a page with a form", createPage({ formToken }), {}],
  ["an encoding that is not prepared", createPage(), { "accept-encoding": "br" }],
  ["a version that the client may have", createPage(), { "if-none-match": '"a"' }],
])("does not count what the pipeline answers and counts: %s", (_what, page, headers) => {
  const { send, lookups, count } = testAnswer(page);
  expect(send(headers)).toBe(false);
  expect(lookups).toEqual({ hits: 0, misses: 0 });
  expect(count).not.toHaveBeenCalled();
});
