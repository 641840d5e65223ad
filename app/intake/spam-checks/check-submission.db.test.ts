import { describe, expect, test } from "vitest";
import { attemptLimits } from "#app/platform/limits.ts";
import { crowd, newToken, plain, secondsLater, sendTo, servedAt, type Try } from "#tests/kit/abuse-tries.ts";
import { testDatabase } from "#tests/kit/database.ts";

const { db } = testDatabase();
const send = sendTo(db);
const hour = 3_600;

/** Reaches the limit after which the next submission must confirm its mailbox or is refused. */
const {
  immediateByAddress,
  immediateByAddressAndMailbox,
  immediateByCustomerDaily,
  immediateByMailbox,
  immediateByNetworkDaily,
  refusedByAddress,
} = attemptLimits;

/** Reaches the daily limit of one network address without exceeding six in ten minutes. */
const aFullDay = (from: string): Try[] =>
  crowd(immediateByCustomerDaily.most, { from }).map((each, index) => {
    const at = secondsLater(60 + Math.floor(index / 6) * 600);
    return { ...each, at, signals: { formToken: newToken("assessment", secondsLater(0)) } };
  });

/** People in different IPv6 networks. */
const fromEach = (count: number, networkAt: (index: number) => string): Try[] =>
  crowd(count, {}).map((each, index) => ({ ...each, from: networkAt(index) }));

/** A submission and the expected verdict. `before`: earlier submissions. */
type Case = {
  who: string;
  before?: Try[];
  send: () => Try;
  form: string;
  json?: string;
};

const cases: Case[] = [
  {
    who: "a person who takes a minute",
    send: () => ({ signals: { formToken: newToken() } }),
    form: "pass",
  },
  {
    who: "a person whose browser fills everything in within a second",
    send: () => ({ at: secondsLater(0.8), signals: { formToken: newToken() } }),
    form: "confirm: too-fast",
  },
  {
    who: "a person who left the page open overnight",
    send: () => ({ at: secondsLater(23 * hour), signals: { formToken: newToken() } }),
    form: "pass",
  },
  {
    who: "a person who left the page open for more than a day",
    send: () => ({ at: secondsLater(25 * hour), signals: { formToken: newToken() } }),
    form: "confirm: token",
  },
  {
    who: "a page from a server whose clock is a day ahead",
    send: () => ({ signals: { formToken: newToken("assessment", secondsLater(24 * hour)) } }),
    form: "confirm: token",
  },
  {
    who: "a page from a server whose clock is a day behind",
    send: () => ({ signals: { formToken: newToken("assessment", secondsLater(-24 * hour)) } }),
    form: "confirm: token",
  },
  {
    who: "a program that fills in the honeypot",
    send: () => ({ signals: { formToken: newToken(), honeypot: "https://spam.example" } }),
    form: "honeypot",
  },
  {
    who: "a program that fills in the honeypot immediately and with a forged token",
    send: () => ({ at: servedAt, signals: { formToken: "forged", honeypot: "x" } }),
    form: "honeypot",
  },
  {
    who: "a caller without any token",
    send: () => ({ signals: {} }),
    form: "confirm: token",
    json: "pass",
  },
  {
    who: "a forged token",
    send: () => ({ signals: { formToken: `${newToken().slice(0, -1)}~` } }),
    form: "confirm: token",
  },
  {
    who: "a token of the other form",
    send: () => ({ signals: { formToken: newToken("event-signup") } }),
    form: "confirm: token",
  },
  {
    who: "a sign-up without a form token",
    send: () => ({ form: "event-signup", signals: {} }),
    form: "confirm: token",
  },
  {
    who: "the last submission from one office that needs no confirmation",
    before: crowd(immediateByAddress.most - 1, { from: "203.0.113.9" }),
    send: () => ({ signals: { formToken: newToken() } }),
    form: "pass",
  },
  {
    who: "the next submission from that office within ten minutes",
    before: crowd(immediateByAddress.most, { from: "203.0.113.9" }),
    send: () => ({ signals: { formToken: newToken() } }),
    form: "confirm: many",
  },
  {
    who: "the next submission from that office, with the other form",
    before: crowd(immediateByAddress.most, { from: "203.0.113.9" }),
    send: () => ({ form: "event-signup", signals: { formToken: newToken("event-signup") } }),
    form: "pass",
  },
  {
    who: "the next submission from the IPv6 network of one household",
    before: crowd(immediateByAddress.most, { from: "2001:db8:1:2::9" }),
    send: () => ({ from: "2001:db8:1:2:ffff::1", signals: { formToken: newToken() } }),
    form: "confirm: many",
  },
  {
    who: "a submission from that office ten minutes later",
    before: crowd(immediateByAddress.most, { from: "203.0.113.9" }),
    send: () => ({ at: secondsLater(660), signals: { formToken: newToken() } }),
    form: "pass",
  },
  {
    who: "one submission over the daily limit of one office",
    before: aFullDay("203.0.113.9"),
    send: () => ({
      at: secondsLater(3 * hour),
      form: "event-signup",
      signals: { formToken: newToken("event-signup") },
    }),
    form: "confirm: many",
  },
  {
    who: "a submission from that office on the next day",
    before: aFullDay("203.0.113.9"),
    send: () => ({ at: secondsLater(23 * hour), signals: { formToken: newToken() } }),
    form: "pass",
  },
  {
    who: "one submission over the daily limit of one household, each from another network of its /56",
    before: fromEach(immediateByCustomerDaily.most, (index) => `2001:db8:1:${index.toString(16)}::1`),
    send: () => ({ from: "2001:db8:1:ff::1", signals: { formToken: newToken() } }),
    form: "confirm: many",
  },
  {
    who: "a submission from the next household of that network operator",
    before: fromEach(immediateByCustomerDaily.most, (index) => `2001:db8:1:${index.toString(16)}::1`),
    send: () => ({ from: "2001:db8:1:100::1", signals: { formToken: newToken() } }),
    form: "pass",
  },
  {
    who: "one submission over the daily limit of an IPv6 /48, each from another /56 of it",
    before: fromEach(
      immediateByNetworkDaily.most,
      (index) => `2001:db8:1:${((index % 250) * 256).toString(16)}::1`,
    ),
    send: () => ({ from: "2001:db8:1:ff00::1", signals: { formToken: newToken() } }),
    form: "confirm: many",
  },
  {
    who: "one submission over the ten-minute limit of one office",
    before: crowd(refusedByAddress.most, { from: "203.0.113.9" }),
    send: () => ({ signals: { formToken: newToken() } }),
    form: "too-many",
  },
  {
    who: "a submission from an office with as many honeypot submissions",
    before: crowd(refusedByAddress.most, { from: "203.0.113.9", signals: { honeypot: "x" } }),
    send: () => ({ signals: { formToken: newToken() } }),
    form: "too-many",
  },
  {
    who: "the next submission for one email address within an hour, each from another network",
    before: crowd(immediateByMailbox.most, { email: "ada@example.com" }),
    send: () => ({ signals: { formToken: newToken() } }),
    form: "confirm: many",
  },
  {
    who: "one submission over the hourly limit of one mailbox, each with a different tag",
    before: crowd(immediateByMailbox.most, {}).map((each, index) => ({
      ...each,
      email: `ada+${index}@example.com`,
    })),
    send: () => ({ signals: { formToken: newToken() } }),
    form: "confirm: many",
  },
  {
    who: "a person whose email address one stranger submitted hundreds of times with form tokens",
    before: crowd(refusedByAddress.most, { email: "ada@example.com", from: "198.51.100.7" }),
    send: () => ({ signals: { formToken: newToken() } }),
    form: "pass",
  },
  {
    who: "a person whose email address many strangers submitted without a form token",
    before: crowd(immediateByMailbox.most, { email: "ada@example.com", signals: {} }),
    send: () => ({ signals: { formToken: newToken() } }),
    form: "pass",
  },
  {
    who: "a person from an office that sent many submissions without a form token",
    before: crowd(immediateByCustomerDaily.most, { from: "203.0.113.9", signals: {} }),
    send: () => ({ signals: { formToken: newToken() } }),
    form: "pass",
  },
  {
    who: "one submission over the limit of one network address for one mailbox",
    before: crowd(immediateByAddressAndMailbox.most, { email: "ada@example.com", from: "203.0.113.9" }),
    // After the window of the limit of the network address for all mailboxes.
    send: () => ({ at: secondsLater(660), signals: { formToken: newToken() } }),
    form: "confirm: many",
  },
  {
    who: "a submission for that email address an hour later",
    before: crowd(immediateByMailbox.most, { email: "ada@example.com" }),
    send: () => ({ at: secondsLater(hour + 60), signals: { formToken: newToken() } }),
    form: "pass",
  },
];

const ways = [
  { way: "by form", isFormPost: true, key: "form" },
  { way: "as JSON", isFormPost: false, key: "json" },
] as const;

describe.each(ways)("a submission sent $way", ({ isFormPost, key }) => {
  test.each(cases)("$who", async ({ before = [], send: make, form, json = form }) => {
    for (const earlier of before) earlier.signals.isFormPost = isFormPost;
    await Promise.all(before.map(send));
    const attempt = make();
    attempt.signals.isFormPost = isFormPost;
    const expected = key === "form" ? form : json;
    expect(plain(await send(attempt))).toBe(expected);
  });

  test.each(cases.filter(({ before }) => before === undefined))(
    "$who, sent again because there was no response",
    async ({ send: make, form, json = form }) => {
      const attempt = make();
      attempt.signals.isFormPost = isFormPost;
      const expected = key === "form" ? form : json;
      expect(plain(await send(attempt))).toBe(expected);
      expect(plain(await send(attempt))).toBe(expected);
    },
  );

  test("a token that was used for other content", async () => {
    const formToken = newToken();
    expect(plain(await send({ signals: { formToken, isFormPost } }))).toBe("pass");
    expect(plain(await send({ name: "Another person else", signals: { formToken, isFormPost } }))).toBe(
      "confirm: replay",
    );
    // The first content can still be sent again.
    expect(plain(await send({ signals: { formToken, isFormPost } }))).toBe("pass");
  });

  test("a token that ten programs use concurrently is valid for one of them", async () => {
    const formToken = newToken();
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send({
          name: `Person ${index}`,
          email: `person.${index}@example.com`,
          signals: { formToken, isFormPost },
        }),
      ),
    );
    expect(verdicts.map(plain).toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => "confirm: replay"),
      "pass",
    ]);
  });
});

test("the tables contain no personal data", async () => {
  await send({ from: "203.0.113.77", signals: { formToken: newToken() } });
  const counted = await db.selectFrom("rateLimits").select(["key", "count"]).execute();
  expect(counted).toHaveLength(6);
  expect(JSON.stringify(counted)).not.toMatch(/203\.0|ada/);
  expect(await db.selectFrom("spentTokens").select("token").execute()).toHaveLength(1);
});

test("a refused flood stores only its count", async () => {
  const flood = (count: number) =>
    Promise.all(
      crowd(count, { from: "203.0.113.9", signals: {} }).map((each) =>
        send({ ...each, signals: { formToken: newToken() } }),
      ),
    );
  await flood(refusedByAddress.most);
  const kept = async () =>
    Promise.all([
      db.selectFrom("rateLimits").select("key").execute(),
      db.selectFrom("spentTokens").select("token").execute(),
    ]).then(([limits, tokens]) => limits.length + tokens.length);
  const before = await kept();
  const verdicts = await flood(50);
  expect(new Set(verdicts.map(plain))).toEqual(new Set(["too-many"]));
  expect(await kept()).toBe(before);
});

test("concurrent submissions that share addresses, emails and tokens do not deadlock", async () => {
  const tokens = [newToken(), newToken(), newToken()];
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      send({
        name: `Person ${n % 7}`,
        email: `person.${n % 5}@example.com`,
        from: `203.0.113.${n % 3}`,
        form: n % 2 === 0 ? "assessment" : "event-signup",
        signals: { formToken: tokens[n % tokens.length] ?? null },
      }),
    ),
  );
  expect(verdicts).toHaveLength(200);
  const { total } = await db
    .selectFrom("rateLimits")
    .select((eb) => eb.fn.sum<number>("count").as("total"))
    .executeTakeFirstOrThrow();
  expect(total).toBe(1_200);
});
