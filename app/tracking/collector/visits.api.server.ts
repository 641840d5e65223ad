import { dayIn } from "#app/platform/calendar/day-in.ts";
import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { optsOutOfTracking } from "#app/tracking/attribution/request-source.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { parseJson } from "#app/platform/http/json-body.server.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import {
  attemptLimits,
  charactersPerEvent,
  maximumBodyBytes,
  maxVisitBodyBytes,
  visitRequestLimits,
} from "#app/platform/limits.ts";
import { practice } from "#content/practice.ts";
import type { Collector, Recorded } from "./collector.server.ts";
import { ownPages } from "./site-pages.ts";
import { readEvents } from "./read-events.server.ts";
import { type ReadingDeps, readVisit, type VisitReading } from "./read-visit.server.ts";
import { createRequestLimit, type RequestLimit } from "./request-limit.server.ts";
import { trackingEventsSchema } from "./tracking-event.schema.ts";
import { classifyTraffic } from "#app/tracking/attribution/traffic-class.server.ts";
import {
  readVisitKeys,
  browserCookie,
  browserKeyDays,
  optedOutMarker,
  visitCookie,
} from "#app/tracking/attribution/visit-keys.ts";
import { visitSchema } from "./visit.schema.ts";

export type VisitsDeps = {
  collector: Collector;
  clock: Clock;
  siteUrl: string;
  shortensAddresses: boolean;
  trustedOrigins: readonly string[];
  /** Whether a path has a page, and whether that page is the same for everyone. */
  getDelivery(path: string): { isKnown: boolean; shared: boolean };
};

/** The endpoints, with the maximum size of their bodies in bytes. */
export const visitsPaths = {
  "/functions/v1/visitors": maxVisitBodyBytes,
  "/functions/v1/tracking-events": maximumBodyBytes,
} as const;

type Env = { Variables: { clientAddress: string } };

/**
 * `POST /functions/v1/visitors` and `POST /functions/v1/tracking-events`, which the visit script calls. Both respond after the commit.
 */
export function visitsEndpoints(deps: VisitsDeps): Hono<Env> {
  const { siteUrl, shortensAddresses, getDelivery } = deps;
  const ownPagePath = ownPages({ siteUrl, origins: [siteUrl, ...deps.trustedOrigins], getDelivery });
  const reading = { siteUrl, shortensAddresses, ownPagePath };
  const { visitsByAddress, trackingEventsByAddress } = attemptLimits;
  const visits = createRequestLimit(deps.clock, { ...visitsByAddress, ...visitRequestLimits });
  const events = createRequestLimit(deps.clock, { ...trackingEventsByAddress, ...visitRequestLimits });
  return new Hono<Env>()
    .post("/visitors", (c) => visits.run(c.get("clientAddress"), () => handleVisit(c, deps, reading)))
    .post("/tracking-events", (c) =>
      events.run(c.get("clientAddress"), () => handleEvents(c, deps, { ...reading, limit: events })),
    );
}

async function handleVisit(c: Context<Env>, deps: VisitsDeps, reading: VisitReading): Promise<Response> {
  const { headers } = c.req.raw;
  const from = c.get("clientAddress");
  const parsed = await parseJson(visitSchema, c.req.raw);
  if (!parsed.ok) return parsed.response;
  const at = deps.clock.now();
  const isSecure = deps.siteUrl.startsWith("https:");
  if (optsOutOfTracking(headers)) {
    const { trafficClass } = classifyTraffic(headers, parsed.value.automated);
    const recorded = await deps.collector.countVisit(
      { day: dayIn(practice.timeZone, at), trafficClass },
      from,
    );
    return recorded === "stored" ? respond({ id: null }, optOutCookies(isSecure)) : refuseEntry(recorded);
  }
  const id = parsed.value.id ?? randomUUID();
  const known = readVisitKeys(headers.get("cookie"));
  const browserKey = known.browserKey ?? randomUUID();
  const visit = readVisit(reading, {
    id,
    browserKey,
    input: parsed.value,
    headers,
    clientAddress: from,
    at,
  });
  const recorded = await deps.collector.recordVisit(visit, from);
  if (recorded !== "stored") return refuseEntry(recorded);
  const newKey = known.browserKey === null ? browserKey : null;
  return respond({ id }, visitCookies(id, newKey, isSecure));
}

async function handleEvents(
  c: Context<Env>,
  deps: VisitsDeps,
  { limit, ...reading }: ReadingDeps & { limit: RequestLimit },
): Promise<Response> {
  const from = c.get("clientAddress");
  // The request itself counts as one event.
  let counted = 1;
  const countEvents = (count: number): void => {
    limit.add(from, Math.max(count - counted, 0));
    counted = Math.max(count, counted);
  };
  const parsed = await parseJson(trackingEventsSchema, c.req.raw, (characters) =>
    countEvents(Math.ceil(characters / charactersPerEvent)),
  );
  if (!parsed.ok) return parsed.response;
  const sent = parsed.value.events.length;
  countEvents(sent);
  if (optsOutOfTracking(c.req.raw.headers)) {
    // The browser opted out after its visit was recorded, so its events are dropped and its keys removed.
    deps.collector.drops.add("opted out of tracking", sent);
    return respond({ stored: 0, dropped: sent }, optOutCookies(deps.siteUrl.startsWith("https:")));
  }
  const read = readEvents(reading, parsed.value, deps.clock.now());
  for (const [reason, count] of read.dropped) deps.collector.drops.add(reason, count);
  if (read.events.length === 0) return respond({ stored: 0, dropped: sent });
  const recorded = await deps.collector.recordEvents(read, from);
  if (recorded === "too-many" || recorded === "unavailable") return refuse(recorded);
  const stored = recorded === "stored" ? read.events.length : 0;
  return respond({ stored, dropped: sent - stored });
}

function refuseEntry(recorded: Exclude<Recorded, "stored">): Response {
  return refuse(recorded === "rejected" || recorded === "visit-full" ? "invalid" : recorded);
}

function respond(body: object, cookies: readonly string[] = []): Response {
  return new Response(JSON.stringify({ data: body }), {
    headers: [
      ["Content-Type", "application/json"],
      ["Cache-Control", "no-store"],
      ...cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]),
    ],
  });
}

/**
 * The cookies of a recorded visit.
 * @param newBrowserKey null if the browser has a key, whose expiry then stays the same
 */
export function visitCookies(visitId: string, newBrowserKey: string | null, isSecure: boolean): string[] {
  const cookies = [formatCookie(`${visitCookie}=${visitId}`, isSecure)];
  if (newBrowserKey !== null) cookies.push(createBrowserCookie(newBrowserKey, browserKeyDays, isSecure));
  return cookies;
}

/** The cookies of a browser that opts out of tracking: a marker, and the removal of an earlier key. */
export function optOutCookies(isSecure: boolean): string[] {
  return [formatCookie(`${visitCookie}=${optedOutMarker}`, isSecure), createBrowserCookie("", 0, isSecure)];
}

function createBrowserCookie(key: string, days: number, isSecure: boolean): string {
  return formatCookie(`${browserCookie}=${key}; Max-Age=${days * 24 * 60 * 60}; HttpOnly`, isSecure);
}

function formatCookie(start: string, isSecure: boolean): string {
  return `${start}; Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
