import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { asksNotToBeFollowed } from "#app/tracking/attribution/request-source.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { errorsOf } from "#app/platform/form.ts";
import { readJsonObject } from "#app/platform/json-body.server.ts";
import { refuse } from "#app/platform/refusal.ts";
import { practice } from "#content/practice.ts";
import type { Collector, Recorded } from "./collector.server.ts";
import { ownPages } from "./site-pages.ts";
import { readEvents } from "./read-events.server.ts";
import { type ReadingDeps, readVisit, type VisitReading } from "./read-visit.server.ts";
import { trackingEventsSchema } from "./tracking-event.schema.ts";
import { countedCookies, visitCookies } from "./visit-cookies.server.ts";
import { classifyTraffic } from "#app/tracking/attribution/traffic-class.server.ts";
import { readVisitKeys } from "#app/tracking/attribution/visit-keys.ts";
import { visitSchema } from "./visit.schema.ts";

export type VisitsDeps = {
  collector: Collector;
  clock: Clock;
  siteUrl: string;
  shortensAddresses: boolean;
  trustedOrigins: readonly string[];
  /** Whether a path has a page, and whether that page is the same for everyone. */
  deliveryOf(path: string): { isKnown: boolean; shared: boolean };
};

/** Where these endpoints are. */
export const visitsPaths = ["/functions/v1/visitors", "/functions/v1/tracking-events"] as const;

type Env = { Variables: { clientAddress: string } };

/**
 * `POST /functions/v1/visitors` and `POST /functions/v1/tracking-events`: what the visit script sends. Both answer when it is
 * committed, and not before.
 */
export function visitsEndpoints(deps: VisitsDeps): Hono<Env> {
  const { siteUrl, shortensAddresses, deliveryOf } = deps;
  const ownPagePath = ownPages({ siteUrl, origins: [siteUrl, ...deps.trustedOrigins], deliveryOf });
  const reading = { siteUrl, shortensAddresses, ownPagePath };
  return new Hono<Env>()
    .post("/visitors", (c) => takeVisit(c, deps, reading))
    .post("/tracking-events", (c) => takeEvents(c, deps, reading));
}

async function takeVisit(c: Context<Env>, deps: VisitsDeps, reading: VisitReading): Promise<Response> {
  const { headers } = c.req.raw;
  const from = c.get("clientAddress");
  const parsed = visitSchema.safeParse(await readJsonObject(c.req.raw));
  if (!parsed.success) {
    return refuse("invalid", { fields: errorsOf(visitFields, parsed.error.issues).fieldErrors });
  }
  const at = deps.clock.now();
  const isSecure = deps.siteUrl.startsWith("https:");
  if (asksNotToBeFollowed(headers)) {
    const { trafficClass } = classifyTraffic(headers, parsed.data.automated);
    const recorded = await deps.collector.countVisit({ day: dayFormat.format(at), trafficClass }, from);
    return recorded === "stored" ? answer({ id: null }, countedCookies(isSecure)) : refusal(recorded);
  }
  const id = parsed.data.id ?? randomUUID();
  const known = readVisitKeys(headers.get("cookie"));
  const browserKey = known.browserKey ?? randomUUID();
  const visit = readVisit(reading, {
    id,
    browserKey,
    input: parsed.data,
    headers,
    clientAddress: from,
    at,
  });
  const recorded = await deps.collector.recordVisit(visit, from);
  if (recorded !== "stored") return refusal(recorded);
  const newKey = known.browserKey === null ? browserKey : null;
  return answer({ id }, visitCookies(id, newKey, isSecure));
}

async function takeEvents(c: Context<Env>, deps: VisitsDeps, reading: ReadingDeps): Promise<Response> {
  const from = c.get("clientAddress");
  const parsed = trackingEventsSchema.safeParse(await readJsonObject(c.req.raw));
  if (!parsed.success) {
    return refuse("invalid", { fields: errorsOf(eventsFields, parsed.error.issues).fieldErrors });
  }
  const sent = parsed.data.events.length;
  if (asksNotToBeFollowed(c.req.raw.headers)) {
    // Since its visit was recorded it has begun to ask: what follows is not kept, and it gives its keys back.
    deps.collector.losses.add("asks not to be followed", sent);
    return answer({ stored: 0, dropped: sent }, countedCookies(deps.siteUrl.startsWith("https:")));
  }
  const read = readEvents(reading, parsed.data, deps.clock.now());
  for (const [reason, count] of read.dropped) deps.collector.losses.add(reason, count);
  if (read.events.length === 0) return answer({ stored: 0, dropped: sent });
  const recorded = await deps.collector.recordEvents(read, from);
  if (recorded === "too-many" || recorded === "unavailable") return refuse(recorded);
  const stored = recorded === "stored" ? read.events.length : 0;
  return answer({ stored, dropped: sent - stored });
}

function refusal(recorded: Exclude<Recorded, "stored">): Response {
  return refuse(recorded === "not-taken" || recorded === "visit-full" ? "invalid" : recorded);
}

function answer(body: object, cookies: readonly string[] = []): Response {
  return new Response(JSON.stringify({ data: body }), {
    headers: [
      ["Content-Type", "application/json"],
      ["Cache-Control", "no-store"],
      ...cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]),
    ],
  });
}

const visitFields = ["id", "url", "referrer", "automated"] as const;
const eventsFields = ["visit", "sentAt", "events"] as const;

/** ISO dates by the practice's calendar. */
const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: practice.timeZone });
