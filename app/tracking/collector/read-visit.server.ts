import type { Touch } from "#app/data/schema/visitors.ts";
import { storableUserAgent } from "#app/tracking/attribution/request-source.server.ts";
import { shortenAddress } from "#app/platform/http/client-address.server.ts";
import type { OwnPagePath } from "./site-pages.ts";
import { readTouch } from "#app/tracking/attribution/parse-touch.ts";
import type { AnonymousVisit } from "./store-visits.server.ts";
import { classifyTraffic } from "#app/tracking/attribution/traffic-class.server.ts";
import { plainLine, type VisitInput } from "./visit.schema.ts";
import { chooseSource } from "#app/tracking/attribution/visit-source.ts";

export type ReadingDeps = { siteUrl: string; ownPagePath: OwnPagePath };

export type VisitReading = ReadingDeps & {
  shortensAddresses: boolean;
};

/** Builds a visit from the request of the visit script. */
export function readVisit(
  deps: VisitReading,
  request: {
    id: string;
    browserKey: string;
    input: VisitInput;
    headers: Headers;
    clientAddress: string;
    at: Date;
  },
): AnonymousVisit {
  const { id, browserKey, input, headers, clientAddress, at } = request;
  const touch = landingTouch(deps, input, at);
  return {
    id,
    at,
    source: plainLine(input.source) ?? (touch === null ? "Direct" : chooseSource(touch)),
    ipAddress: deps.shortensAddresses ? shortenAddress(clientAddress) : clientAddress,
    userAgent: storableUserAgent(headers),
    browserKey,
    touch,
    ...classifyTraffic(headers, input.automated),
  };
}

function landingTouch({ siteUrl, ownPagePath }: ReadingDeps, input: VisitInput, at: Date): Touch | null {
  const landingPage = input.url === undefined ? null : ownPagePath(input.url);
  if (input.url === undefined || landingPage === null) return null;
  return readTouch({ address: input.url, landingPage, referrer: input.referrer ?? "", at, siteUrl });
}
