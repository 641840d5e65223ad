import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { EmailState } from "#app/email/outbox/retry-emails.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { onRecord } from "#tests/kit/on-record.ts";
import { carryOutLettersOrder } from "./carry-out-letters-order.ts";
import type { LettersOrder } from "./letters-order.ts";

const { db } = testDatabase();
const deps = { db, persons: onRecord.persons };

test("the list holds the latest first, as many as asked for, and of one state where that is asked for", async () => {
  const first = await aLetter("sent", { createdAt: new Date("2026-11-20T10:00:00Z") });
  const second = await aLetter("given-up", {
    createdAt: new Date("2026-11-20T11:00:00Z"),
    attempts: 7,
    lastReply: "550 no such\tmailbox\r\nhere",
  });
  const firstLine = `${first}\tsent\tevent-place\t1\t2026-11-20T10:00:00.000Z\t`;
  const secondLine = `${second}\tgiven-up\tevent-place\t7\t2026-11-20T11:00:00.000Z\t550 no such mailbox here`;
  expect(await list()).toEqual({ ok: true, text: `${secondLine}\n${firstLine}` });
  expect(await list({ limit: 1 })).toEqual({ ok: true, text: secondLine });
  expect(await list({ state: "sent" })).toEqual({ ok: true, text: firstLine });
  expect(await list({ state: "kept" })).toEqual({ ok: true, text: "There are no such letters." });
});

test("the list names no recipient unless asked, not even in what a mail server said", async () => {
  await aLetter("given-up", { lastReply: "550 5.1.1 <ada@example.com>: Recipient address rejected" });
  const { text } = await list();
  expect(text).not.toContain("ada@");
  expect(text).toContain("550 5.1.1 <…>: Recipient address rejected");
  expect((await list({ showsRecipients: true })).text).toMatch(/<ada@example\.com>.*\tada@example\.com$/);
});

test("nothing from outside can move the cursor or colour the screen", async () => {
  const id = await aLetter("given-up", {
    lastReply: "550 \u001B[2Jgone",
    subject: "A\u001B[31m subject",
    bodyText: "First\u001B[1m line\nSecond\u202E line",
  });
  expect((await list()).text).toMatch(/550 \[2Jgone$/);
  const { text } = await carryOutLettersOrder(deps, { kind: "show", id, asHtml: false });
  expect(text).toContain("Subject: A[31m subject");
  expect(text).toMatch(/\n\nFirst\[1m line\nSecond line$/);
});

test("a letter is shown as it was written, with what became of it", async () => {
  const id = await aLetter("sent", {
    createdAt: new Date("2026-11-20T10:00:00Z"),
    settledAt: new Date("2026-11-20T10:00:01Z"),
    attempts: 2,
    unclearAttempts: 1,
    lastReply: "250 queued",
    subject: "Your seat",
    bodyText: "Dear Ada,\n\nyou have a seat.",
  });
  expect(await carryOutLettersOrder(deps, { kind: "show", id, asHtml: false })).toEqual({
    ok: true,
    text: [
      `Id: ${id}`,
      "Kind: event-place",
      "State: sent",
      "Created: 2026-11-20T10:00:00.000Z",
      "Attempts: 2, of which 1 may have arrived without our learning of it",
      "Settled: 2026-11-20T10:00:01.000Z",
      "Last reply: 250 queued",
      "To: ada@example.com",
      "Subject: Your seat",
      "",
      "Dear Ada,",
      "",
      "you have a seat.",
    ].join("\n"),
  });
});

test("a letter that was never tried says so", async () => {
  const id = await aLetter("waiting", { attempts: 0 });
  const { text } = await carryOutLettersOrder(deps, { kind: "show", id, asHtml: false });
  expect(text).toContain("Next try: ");
  expect(text).not.toContain("Subject:");
  expect(text).toMatch(/\n\nIt was never tried\. What a letter says is written when it is first tried\.$/);
});

test.each(["kept", "given-up", "suppressed"] as const)(
  "a letter that was %s is tried again",
  async (state) => {
    const id = await aLetter(state);
    const other = await aLetter(state);
    expect(await carryOutLettersOrder(deps, { kind: "retry", id })).toEqual({
      ok: true,
      text: "1 letter is tried again: by a running server within a second, else when one starts.",
    });
    expect(await stateOf(id)).toMatchObject({ state: "waiting", settledAt: null });
    expect((await stateOf(id)).nextTryAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(await stateOf(other)).toMatchObject({ state });
  },
);

test.each([
  ["sent", "It was sent, and is not sent twice."],
  ["waiting", "It is waiting for its next try already."],
  ["sending", "It is under way at this moment."],
] as const)("a letter that is %s is left alone", async (state, text) => {
  const id = await aLetter(state);
  expect(await carryOutLettersOrder(deps, { kind: "retry", id })).toEqual({ ok: false, text });
  expect(await stateOf(id)).toMatchObject({ state });
});

test("all letters of one end are tried again, and no others", async () => {
  const kept = [await aLetter("kept"), await aLetter("kept")];
  const others = { sent: await aLetter("sent"), "given-up": await aLetter("given-up") };
  expect(await carryOutLettersOrder(deps, { kind: "retry-all", state: "kept" })).toEqual({
    ok: true,
    text: "2 letters are tried again: by a running server within a second, else when one starts.",
  });
  for (const id of kept) expect(await stateOf(id)).toMatchObject({ state: "waiting" });
  for (const [state, id] of Object.entries(others)) expect(await stateOf(id)).toMatchObject({ state });
  expect(await carryOutLettersOrder(deps, { kind: "retry-all", state: "kept" })).toEqual({
    ok: true,
    text: "There is none to try again.",
  });
});

test("an id that no letter has gets a sentence", async () => {
  const text = "There is no letter with that id: list shows them.";
  const id = randomUUID();
  expect(await carryOutLettersOrder(deps, { kind: "show", id, asHtml: false })).toEqual({ ok: false, text });
  expect(await carryOutLettersOrder(deps, { kind: "retry", id })).toEqual({ ok: false, text });
});

function list(wanted: Partial<Extract<LettersOrder, { kind: "list" }>> = {}) {
  return carryOutLettersOrder(deps, {
    kind: "list",
    state: undefined,
    limit: 50,
    showsRecipients: false,
    ...wanted,
  });
}

async function aLetter(
  state: EmailState,
  more: Partial<{
    createdAt: Date;
    settledAt: Date;
    attempts: number;
    unclearAttempts: number;
    lastReply: string;
    subject: string;
    bodyText: string;
  }> = {},
): Promise<string> {
  const isOpen = state === "waiting" || state === "sending";
  const inHand = { claim: randomUUID(), claimedUntil: new Date() };
  const { id } = await db
    .insertInto("letters")
    .values({
      kind: "event-place",
      recipient: "ada@example.com",
      state,
      attempts: 1,
      nextTryAt: new Date(Date.now() + 3_600_000),
      settledAt: isOpen ? null : new Date(),
      ...(state === "sending" ? inHand : {}),
      ...more,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function stateOf(id: string) {
  return db
    .selectFrom("letters")
    .select(["state", "settledAt", "nextTryAt"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
