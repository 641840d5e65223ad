import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseEncoding, type Encoding } from "#server/assets/encoded-body.ts";
import { headersOfShared } from "./answer-shared.ts";
import type { PageLookups } from "./page-cache.ts";
import type { Pages, SharedPage } from "./pages.ts";

/** Answers a request if the page is in memory. Returns whether it did. */
export type MemoryAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** In the form that `writeHead` sends without converting it. */
type PreparedResponse = { headers: string[]; bytes: Uint8Array };

/**
 * Sends pages that are identical for all visitors without the request pipeline, which costs more than the response (decision 0096). The
 * pipeline answers all other requests, and the first one for each encoding of a page.
 * @param headers headers common to all responses
 * @param counts `lookups` counts a hit for each response, and `count` is called for it. The pipeline counts all other requests.
 */
export function answerFromMemory(
  pages: Pick<Pages, "fromMemory">,
  headers: Readonly<Record<string, string>>,
  { lookups, count }: { lookups: PageLookups; count: (path: string, status: number) => void },
): MemoryAnswer {
  const responses = new WeakMap<SharedPage, Map<Encoding, PreparedResponse>>();

  function prepare(page: SharedPage, encoding: Encoding): PreparedResponse | undefined {
    const ofPage = responses.get(page) ?? new Map<Encoding, PreparedResponse>();
    const prepared = ofPage.get(encoding);
    const bytes = page.body.ready(encoding)?.bytes;
    if (prepared !== undefined || bytes === undefined) return prepared;
    const length = { "Content-Length": String(bytes.byteLength) };
    const list = Object.entries({ ...headersOfShared(page, encoding, headers), ...length }).flat();
    const created = { headers: list, bytes };
    responses.set(page, ofPage.set(encoding, created));
    return created;
  }

  return (request, response) => {
    const { method, headers: requested } = request;
    if (method !== "GET" || requested["if-none-match"] !== undefined) return false;
    // The pipeline rejects invalid hosts.
    if (!usualHost.test(requested.host ?? "")) return false;
    const path = withoutQuery(request.url ?? "");
    const page = pages.fromMemory(path);
    if (page === undefined || page.formToken !== undefined) return false;
    const prepared = prepare(page, chooseEncoding(requested["accept-encoding"]?.toString()));
    if (prepared === undefined) return false;
    response.writeHead(page.status, prepared.headers).end(prepared.bytes);
    lookups.hits += 1;
    count(path, page.status);
    return true;
  };
}

/** A name, an IPv4 or an IPv6 address, and perhaps a port. */
const usualHost = /^[\w.:[\]-]+$/;

function withoutQuery(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}
