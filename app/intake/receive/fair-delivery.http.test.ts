import { expect, it } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";

const site = testApp({ now: new Date("2026-11-21T12:20:00Z"), sendsEmail: true });
const endpoint = "/functions/v1/pre-loi-assessment";
const assessmentPage = "/pre-loi-assessment";

it("messages are numbered per network, and only a valid, unspent form token gives them precedence", async () => {
  const send = (name: string, from: string, formToken?: string) =>
    site.postJson(
      endpoint,
      {
        ...anAssessment(),
        name,
        email: `${name}@example.com`,
        ...(formToken === undefined ? {} : { formToken }),
      },
      {},
      from,
    );
  const token = site.formToken(assessmentPage);
  await send("first", "203.0.113.1");
  await send("second", "203.0.113.1");
  await send("other", "203.0.113.2");
  await send("token", "203.0.113.3", token);
  await send("replay", "203.0.113.4", token);
  await send("forged", "203.0.113.5", "forged");
  await send("v6-first", "2001:db8:1:1::1");
  await send("v6-second", "2001:db8:1:2::1");
  await send("v6-other", "2001:db8:2:1::1");
  const stored = await site.db
    .selectFrom("letters")
    .select(["recipient", "hasFormToken", "senderMessageNumber"])
    .where("isUnconfirmed", "=", true)
    .execute();
  const found = stored.map(({ recipient, hasFormToken, senderMessageNumber }) => [
    recipient.split("@")[0],
    hasFormToken,
    senderMessageNumber,
  ]);
  expect(found.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ["first", false, 1],
    ["forged", false, 1],
    ["other", false, 1],
    ["replay", false, 1],
    ["second", false, 2],
    ["token", true, 1],
    ["v6-first", false, 1],
    ["v6-other", false, 1],
    ["v6-second", false, 2],
  ]);
  // The network address is counted elsewhere, as a keyed digest.
  const row = await site.db
    .selectFrom("letters")
    .selectAll()
    .where("recipient", "=", "first@example.com")
    .execute();
  expect(JSON.stringify(row)).not.toContain("203.0.113");
});
