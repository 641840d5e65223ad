import ICAL from "ical.js";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { createSmtpTransport } from "#app/email/delivery/smtp-transport.server.ts";
import type { MailTransport } from "#app/email/delivery/mail-transport.ts";
import { postalAddressLines } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { type MailServer, startMailServer } from "#tests/kit/mail-server.ts";
import { eventComposers } from "./render-event-emails.server.ts";

const { db } = testDatabase();
const siteUrl = "https://www.example.com";
const preferencesKey = "11111111-2222-4333-8444-555555555555";
const clock = { now: () => new Date("2026-12-17T17:30:00Z") };
const title = "Commas, semicolons; “quotes” and 💼";
const name = 'Ω "Al", Li <eve@example.com>; Ünal';
const email = "t.avery@example.com";

let server: MailServer;
let transport: MailTransport;
beforeAll(async () => {
  server = await startMailServer();
  transport = createSmtpTransport(server.url);
});
afterAll(async () => {
  transport.close();
  await server.stop();
});

type State = "seat" | "waiting" | "cancelled" | "next-date" | "told";

/** What holds, or held, a place. */
const numbered: ReadonlySet<State> = new Set<State>(["seat", "waiting", "cancelled"]);

/** What has to be so of the event for a letter to be true. */
const changes: Readonly<Record<string, Parameters<typeof anEvent>[0]>> = {
  "event-cancelled": { state: "cancelled" },
};

/** Writes the letter about a row in some state, and reads it as it came out of a mail server. */
async function letterThatArrived(kind: string, state: State, recipient = email) {
  const { id: eventId } = await db
    .insertInto("events")
    .values(anEvent({ title, ...changes[kind] }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("linkedinLiveSignups")
    .values(
      aSignup({
        name,
        email,
        state,
        eventId: state === "next-date" ? null : eventId,
        placeNumber: numbered.has(state) ? 7 : null,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  const content = await eventComposers({ db, clock, siteUrl })[kind]?.(id);
  if (content === undefined) throw new Error(`Nothing was written: ${kind}`);
  const { subject, replyTo, calendar } = content;
  server.received.length = 0;
  const delivery = await transport.deliver({
    messageId: `<letter.${id}@www.example.com>`,
    from: { name: practice.firmName, address: practice.email },
    to: recipient,
    subject,
    ...renderEmail(content, { siteUrl, postalAddressLines, preferencesKey }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(calendar === undefined ? {} : { calendar }),
  });
  expect(delivery.kind).toBe("sent");
  const letter = await PostalMime.parse(server.received[0]?.raw ?? "", { attachmentEncoding: "utf8" });
  return { id, eventId, content, letter };
}

/** A kind of letter, the state of the place that it is about, and what its calendar entry does. */
const kinds: readonly (readonly [string, State, "PUBLISH" | "CANCEL" | undefined])[] = [
  ["event-place", "seat", "PUBLISH"],
  ["event-place", "waiting", undefined],
  ["event-place-again", "seat", "PUBLISH"],
  ["event-promoted", "seat", "PUBLISH"],
  ["event-changed", "seat", "PUBLISH"],
  ["event-cancelled", "seat", "CANCEL"],
  ["place-given-up", "cancelled", "CANCEL"],
  ["event-reminder-day", "seat", undefined],
  ["event-reminder-hour", "seat", undefined],
  ["next-date-noted", "next-date", undefined],
  ["next-date", "told", undefined],
];

test("every letter to people who sign up is among them", () => {
  const written = Object.keys(eventComposers({ db, clock, siteUrl }));
  expect(new Set([...kinds.map(([kind]) => kind), "new-event-signup"])).toEqual(new Set(written));
});

describe("a letter that came out of a mail server", () => {
  it.each(kinds)(
    "is %s, for state %s, as an independent reader understands it",
    async (kind, state, method) => {
      const { id, content, letter } = await letterThatArrived(kind, state);
      expect(letter).toMatchObject({
        messageId: `<letter.${id}@www.example.com>`,
        subject: content.subject,
        from: { name: practice.firmName, address: practice.email },
        to: [{ address: email }],
      });
      for (const written of [letter.text, letter.html]) {
        expect(written).toContain(content.heading);
        expect(written).toContain(postalAddressLines.at(-1));
      }
      expect(letter.headers).toContainEqual(
        expect.objectContaining({
          key: "list-unsubscribe",
          value: `<${siteUrl}/functions/v1/letters/unsubscribe/${preferencesKey}>`,
        }),
      );
      expect(letter.attachments.map((part) => part.method)).toEqual(
        method === undefined ? [] : [method, undefined],
      );
    },
  );

  it("brings an entry that an independent calendar understands", async () => {
    const { eventId, letter } = await letterThatArrived("event-place", "seat");
    const written = letter.attachments.find(({ mimeType }) => mimeType === "text/calendar")?.content;
    const calendar = ICAL.Component.fromString(typeof written === "string" ? written : "");
    const entry = calendar.getFirstSubcomponent("vevent");
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
    expect(entry?.getFirstPropertyValue("summary")).toBe(title);
    expect(entry?.getFirstPropertyValue("uid")).toBe(`event-${eventId}@www.example.com`);
    expect(String(entry?.getFirstPropertyValue("dtstart"))).toBe("2026-12-17T18:00:00Z");
  });

  it("to the practice is answered to the person, whatever the name", async () => {
    const { letter } = await letterThatArrived("new-event-signup", "seat", practice.email);
    expect(letter.replyTo).toEqual([{ name, address: email }]);
    expect(letter.headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
  });
});
