import { expect, test } from "vitest";
import { anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { floodPerson } from "#tests/kit/flood-person.ts";
import { aPerson, hold, personTime, signUp, takeAssessment, visit } from "#tests/kit/person-data.ts";
import { loadPerson, maxRows } from "./load-person.server.ts";

const { db } = testDatabase();
const ada = aPerson("ada");

async function enter(): Promise<void> {
  await db.insertInto("events").values(anEvent()).execute();
  await visit(db, ada);
  await takeAssessment(db, ada);
  await signUp(db, ada);
  await hold(db, ada);
}

test("a screen gets a limited number of the newest forms, with the totals, and without texts that it does not display", async () => {
  await enter();
  const words = "An invented question. ".repeat(100);
  await floodPerson(db, ada.email, { assessments: 400, repeats: 300, held: 300, words });
  const person = await loadPerson(db, ada.email, { hiddenKinds: [] });
  expect(person.assessments).toHaveLength(maxRows.unverifiedAssessments + 1);
  expect(person.assessments.at(-1)?.name).toBe("Stranger 400");
  expect(person.heldSubmissions).toHaveLength(maxRows.heldSubmissions);
  expect(person.heldName).toBe("Stranger 300");
  expect(JSON.stringify([person.heldSubmissions, person.letters])).not.toContain(words);
  expect(person.letters.length).toBeGreaterThan(0);
  expect(person.letters.every((letter) => !("text" in letter))).toBe(true);
  expect(person.totals).toEqual({ assessments: 401, signUps: 301, notes: 0 });
  expect(person.firstFormAt).toEqual(personTime);
  expect([...person.truncated].toSorted()).toEqual(["heldSubmissions", "repeats", "unverifiedAssessments"]);
});

test("forms without a token and repeated sign-ups do not hide the form and the seat of the person", async () => {
  await enter();
  await floodPerson(db, ada.email, {
    assessments: maxRows.unverifiedAssessments + 1,
    repeats: maxRows.repeats + 1,
  });
  const { assessments, signUps } = await loadPerson(db, ada.email, { hiddenKinds: [] });
  expect(assessments).toHaveLength(maxRows.unverifiedAssessments + 1);
  expect(assessments[0]).toMatchObject({ name: ada.name, hasFormToken: true });
  expect(signUps).toHaveLength(maxRows.repeats + 1);
  expect(signUps[0]).toMatchObject({ state: "seat", name: ada.name });
});

test("the consent and the first touch are those of all forms", async () => {
  await enter();
  const before = await loadPerson(db, ada.email, { hiddenKinds: [] });
  expect(before.consent.email.state).toBe("yes");
  expect(before.firstTouch).toMatchObject({ campaign: { source: ada.mark } });
  await db
    .insertInto("consentReceipts")
    .values(
      Array.from({ length: maxRows.consentReceipts }, (_, index) => ({
        leadId: before.assessments[0]?.id ?? null,
        form: "assessment" as const,
        givenAt: new Date(personTime.getTime() + index * 60_000),
        basis: "none-given" as const,
        byEmail: false,
        byPhone: false,
        optsOut: false,
      })),
    )
    .execute();
  const after = await loadPerson(db, ada.email, { hiddenKinds: [] });
  expect(after.consentReceipts).toHaveLength(maxRows.consentReceipts);
  expect(after.consent).toEqual(before.consent);
});
