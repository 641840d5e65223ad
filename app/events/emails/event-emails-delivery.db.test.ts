import ICAL from "ical.js";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { createSmtpTransport } from "#app/email/delivery/smtp-transport.server.ts";
import type { MailTransport } from "#app/email/delivery/mail-transport.ts";
import { listPostalAddressLines } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { type MailServer, startMailServer } from "#tests/kit/mail-server.ts";
import { createLeadEmails } from "#server/emails.ts";

const postalAddressLines = listPostalAddressLines();
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

type Kind = keyof ReturnType<typeof createLeadEmails>;

type State = "seat" | "waiting" | "cancelled" | "next-date" | "told";

/** States with a sign-up number. */
const numbered: ReadonlySet<State> = new Set<State>(["seat", "waiting", "cancelled"]);

/** The state of the event in which an email applies. */
const changes: Readonly<Partial<Record<Kind, Parameters<typeof anEvent>[0]>>> = {
  "event-cancelled": { state: "cancelled" },
};

/** Sends the email about a sign-up through a mail server and parses what arrived. */
async function sendAndParse(kind: Kind, state: State, recipient = email) {
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
  const { category, compose } = createLeadEmails({ db, clock, siteUrl })[kind];
  const content = await compose(id);
  if (content === undefined) throw new Error(`${kind} does not apply`);
  const { subject, replyTo, calendar } = content;
  server.received.length = 0;
  const delivery = await transport.deliver({
    messageId: `<email.${id}@www.example.com>`,
    from: { name: practice.firmName, address: practice.email },
    to: recipient,
    subject,
    ...renderEmail(content, { category, siteUrl, postalAddressLines, preferencesKey }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(calendar === undefined ? {} : { calendar }),
  });
  expect(delivery.kind).toBe("sent");
  const received = await PostalMime.parse(server.received[0]?.raw ?? "", { attachmentEncoding: "utf8" });
  return { id, eventId, content, received };
}

/** A kind, the state of the sign-up, and the method of its calendar entry. */
const cases: readonly (readonly [Kind, State, "PUBLISH" | "CANCEL" | undefined])[] = [
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

test("every email to people who sign up is covered", () => {
  const emails = Object.keys(createLeadEmails({ db, clock, siteUrl }));
  const others = [
    "assessment-result",
    "new-assessment",
    "new-event-signup",
    "submission-summary",
    "morning-list",
    "monday-digest",
    "answer-alert",
    // Messages of staff, tested in app/events/messages.
    "event-notice",
    "event-waiting-news",
    "event-replay",
    "event-missed",
    "event-invitation",
  ];
  expect(new Set([...cases.map(([kind]) => kind), ...others])).toEqual(new Set(emails));
});

describe("an email that passed a mail server", () => {
  it.each(cases)("is %s, for state %s, according to an independent parser", async (kind, state, method) => {
    const { id, content, received } = await sendAndParse(kind, state);
    expect(received).toMatchObject({
      messageId: `<email.${id}@www.example.com>`,
      subject: content.subject,
      from: { name: practice.firmName, address: practice.email },
      to: [{ address: email }],
    });
    for (const written of [received.text, received.html]) {
      expect(written).toContain(content.heading);
      expect(written).toContain(postalAddressLines.at(-1));
    }
    expect(received.headers).toContainEqual(
      expect.objectContaining({
        key: "list-unsubscribe",
        value: `<${siteUrl}/functions/v1/letters/unsubscribe/${preferencesKey}>`,
      }),
    );
    expect(received.attachments.map((part) => part.method)).toEqual(
      method === undefined ? [] : [method, undefined],
    );
  });

  it("contains an entry that an independent calendar parser reads", async () => {
    const { eventId, received } = await sendAndParse("event-place", "seat");
    const attached = received.attachments.find(({ mimeType }) => mimeType === "text/calendar")?.content;
    const calendar = ICAL.Component.fromString(typeof attached === "string" ? attached : "");
    const entry = calendar.getFirstSubcomponent("vevent");
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
    expect(entry?.getFirstPropertyValue("summary")).toBe(title);
    expect(entry?.getFirstPropertyValue("uid")).toBe(`event-${eventId}@www.example.com`);
    expect(String(entry?.getFirstPropertyValue("dtstart"))).toBe("2026-12-17T18:00:00Z");
  });

  it("to the firm has the person’s address as Reply-To, with any name", async () => {
    const { received } = await sendAndParse("new-event-signup", "seat", practice.email);
    expect(received.replyTo).toEqual([{ name, address: email }]);
    expect(received.headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
  });
});
