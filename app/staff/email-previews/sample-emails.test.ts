import { expect, test } from "vitest";
import { accountComposers } from "#app/identity/emails/render-account-emails.server.ts";
import { assessmentComposers } from "#app/assessments/emails/render-assessment-emails.server.ts";
import { eventComposers } from "#app/events/emails/render-event-emails.server.ts";
import { confirmationComposers } from "#app/intake/mailbox-confirmation/render-confirmation-emails.server.ts";
import { frameSample } from "./render-sample.server.ts";
import { firmNotificationComposers } from "#app/email/outbox/firm-notifications.server.ts";
import { accountEmailKinds, leadEmailKinds } from "#app/staff/email/emails.messages.ts";
import { sampleEmails } from "./sample-emails.server.ts";

const siteUrl = "https://www.example.com";
const samples = sampleEmails(siteUrl);

/** Of every writer the name alone: none of them is asked for anything. */
function kindsThatAreWritten(): string[] {
  const nothing = new Proxy({}, { get: () => nothing });
  // Nothing is read from it until a letter is written.
  const deps = { db: nothing, clock: nothing, keys: nothing, abuse: nothing, siteUrl } as never;
  return [
    assessmentComposers(deps),
    eventComposers(deps),
    confirmationComposers(deps),
    firmNotificationComposers(deps),
    accountComposers(deps),
  ].flatMap(Object.keys);
}

test("every kind of letter that is written has a name in words and a preview, and no other has", () => {
  const written = kindsThatAreWritten().toSorted();
  expect([...leadEmailKinds, ...accountEmailKinds].toSorted()).toEqual(written);
  expect([...new Set(samples.map(({ kind }) => kind))].toSorted()).toEqual(written);
});

test("each preview has an address of its own, made of plain letters", () => {
  const names = samples.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[\w-]+$/.test(name))).toEqual([]);
});

test("no preview is about anybody, and none has a gap in its words", () => {
  for (const { content } of samples) {
    const { text } = frameSample(content, siteUrl);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    expect(
      text.match(/[\w.+-]+@[\w.-]+/g)?.filter((address) => !/@example\.com\.?$/.test(address)) ?? [],
    ).toEqual([]);
  }
});
