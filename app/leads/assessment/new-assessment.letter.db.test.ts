import { expect, test } from "vitest";
import { withdrawConsent } from "#app/leads/submission/withdraw-consent.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { onRecord } from "#tests/kit/on-record.ts";
import { aPerson, takeAssessment } from "#tests/kit/everything-about.ts";
import { assessmentComposers } from "./new-assessment.letter.server.ts";

const { db } = testDatabase();

test("the letter about an assessment tells the practice which contact was agreed to, as it is when it leaves", async () => {
  const person = aPerson("ada");
  const id = await takeAssessment(db, person);
  const compose = async () =>
    (await assessmentComposers({ db, siteUrl: "https://www.example.com" })["new-assessment"]?.(id))
      ?.blocks[1];
  const contact = [
    ["E-mail", person.email],
    ["Phone", person.phone],
  ];
  expect(await compose()).toEqual({
    facts: [...contact, ["May be called", "No"], ["May be sent articles and invitations", "Yes"]],
  });
  await withdrawConsent(
    { db, clock: { now: () => new Date("2026-11-24T16:00:00Z") }, ...onRecord },
    person.email,
    ["phone"],
  );
  expect(await compose()).toEqual({
    facts: [
      ...contact,
      ["May be called", "No, taken back on Nov 24, 2026"],
      ["May be sent articles and invitations", "Yes"],
    ],
  });
});
