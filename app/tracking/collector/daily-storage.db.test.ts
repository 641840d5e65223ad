import { randomInt, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createCollector } from "./collector.server.ts";
import { readEvents } from "./read-events.server.ts";
import { readVisit } from "./read-visit.server.ts";

const { db, pool } = testDatabase();
const { limitKey } = createSpamCheckKeys(testKeyRing);

const from = "203.0.113.77";
const day = new Date("2026-11-21T00:00:00Z").getTime();
const windowMs = 10 * 60_000;
const megabyte = 1_000_000;
/** Reserves half of the 50 MB per address for its forms and emails. */
const maxBytes = 25 * megabyte;

/** Text that PostgreSQL can barely compress. PostgreSQL compresses each value separately, so rows may share text. */
const noise = (length: number, first: number, last: number): string =>
  Array.from({ length }, () => String.fromCodePoint(randomInt(first, last + 1))).join("");
const wideNoise = noise(300, 0x4e_00, 0x9f_ff);
const headerNoise = noise(2_000, 0xa1, 0xff);
const longReferrer = `https://example.com/${noise(1_900, 0x61, 0x7a)}`;

/** A landing page whose attribution fields all exceed the stored length. */
const campaign = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "gclid"];
const longAddress = `/faqs?${new URLSearchParams(
  campaign.map((name) => [name, noise(300, 0x4e_00, 0x9f_ff)]),
).toString()}`;

const reading = {
  siteUrl: "https://www.example.com",
  shortensAddresses: false,
  ownPagePath: () => "/faqs",
};

async function storedBytes(): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(name)) as bytes
    from unnest(array['visitors', 'tracking_events', 'rate_limits']::regclass[]) as name`,
  );
  return Number(rows[0]?.bytes);
}

it("stores less than 25 MB per network address and day, for any field content @long", async () => {
  await pool.query("truncate visitors, tracking_events, rate_limits");
  const before = await storedBytes();
  let visits = 0;
  let events = 0;
  for (let window = 0; window < 144; window += 1) {
    const at = new Date(day + window * windowMs);
    const collector = createCollector({ db, clock: { now: () => at }, log: silentLog, limitKey });
    const ids: string[] = [];
    const record = async (): Promise<void> => {
      const id = randomUUID();
      const headers = new Headers({ "user-agent": headerNoise, "accept-language": "en" });
      const input = { url: longAddress, referrer: longReferrer, source: wideNoise };
      const request = { id, browserKey: randomUUID(), input, headers, clientAddress: from, at };
      if ((await collector.recordVisit(readVisit(reading, request), from)) === "stored") ids.push(id);
    };
    await Promise.all(Array.from({ length: 120 }, record));
    const send = async (visit: string): Promise<boolean> => {
      const sent = Array.from({ length: 50 }, () => ({
        id: randomUUID(),
        event_type: "page_view",
        url: longAddress,
        referrer: longReferrer,
        timestamp: at.getTime(),
        target: wideNoise,
        timeOnPage: 1,
      }));
      const read = readEvents(reading, { visit, sentAt: at.getTime(), events: sent }, at);
      const isStored = (await collector.recordEvents(read, from)) === "stored";
      events += isStored ? read.events.length : 0;
      return isStored;
    };
    for (const id of ids) {
      if (!(await send(id))) break;
    }
    visits += ids.length;
    if (ids.length === 0 || (await storedBytes()) - before > maxBytes) break;
  }
  const bytes = (await storedBytes()) - before;
  expect({ visits, events }).toEqual({ visits: 1_000, events: 10_000 });
  expect(bytes).toBeGreaterThan(5 * megabyte);
  expect(bytes).toBeLessThan(maxBytes);
}, 120_000);
