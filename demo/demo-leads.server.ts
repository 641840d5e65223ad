import type { Insertable } from "kysely";
import type { PreLoiAssessmentsTable } from "#app/data/schema/assessments.ts";
import type { ConsentReceiptsTable, LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { LinkedinLiveSignupsTable, SignupState } from "#app/data/schema/linkedin-live-signups.ts";
import { answersSchema } from "#app/assessments/questions/assessment.schema.ts";
import { questions, questionSetVersion } from "#app/assessments/questions/questions.ts";
import { newResultKey } from "#app/assessments/submission/submit-assessment.server.ts";
import { scoreAssessment } from "#app/assessments/questions/score.ts";
import { formSources } from "#app/tracking/attribution/visit-source.ts";
import { pages } from "#app/pages/registry.ts";
import { demoId } from "./demo-id.ts";
import { demoVisit, type DemoVisit, type Visitor } from "./demo-visits.server.ts";
import { areaCodes, asked, companies, firstNames, lastNames, wanted } from "./sample-words.ts";
import type { Dice } from "./random.ts";
import { endOfDayIn } from "#app/platform/calendar/end-of-day.ts";
import { type ConsentWording, consentWordings } from "#content/consent.ts";
import { practice } from "#content/practice.ts";

/** A person who can submit forms. */
export type DemoPerson = { name: string; email: string; phone: string };

/** The rows of a submitted form: the lead, the visit and the receipt. */
export type DemoLead<Row> = { row: Row; visit: DemoVisit; named: Visitor; receipt: Receipt };
export type Assessment = Insertable<PreLoiAssessmentsTable> & { id: string; createdAt: Date };
export type Signup = Insertable<LinkedinLiveSignupsTable> & { id: string; createdAt: Date };
type Receipt = Insertable<ConsentReceiptsTable>;

/** Every fiftieth person writes from a private address as well, so that a merge is proposed. */
const secondAddressEvery = 50;

/** People with unique addresses. */
export function demoPeople(dice: Dice, count: number): DemoPerson[] {
  const found = new Map<string, DemoPerson>();
  const phones = new Set<string>();
  while (found.size < count) {
    const [first, last, company] = [dice.one(firstNames), dice.one(lastNames), dice.one(companies)];
    const mailbox = toMailboxName(`${first[0] ?? ""}.${last}`);
    const email = `${mailbox}@${company}.invalid`;
    const phone = `(${dice.one(areaCodes)}) 555-01${String(dice.between(0, 99)).padStart(2, "0")}`;
    if (found.has(email) || phones.has(phone)) continue;
    phones.add(phone);
    const person = { name: `${first} ${last}`, email, phone };
    found.set(email, person);
    if (found.size % secondAddressEvery === 0 && found.size < count) {
      const address = `${mailbox}.${found.size}@mail.invalid`;
      found.set(address, { ...person, email: address });
    }
  }
  return [...found.values()];
}

/** Removes accents and punctuation, for a mailbox name. */
function toMailboxName(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z.]/g, "");
}

/** An assessment with random answers. */
export function demoAssessment(dice: Dice, person: DemoPerson, at: Date): DemoLead<Assessment> {
  const readiness = dice.weighted<readonly [number, number, number]>([
    [[6, 3, 1], 38],
    [[2, 5, 2], 42],
    [[1, 3, 7], 20],
  ]);
  const answers = answersSchema.parse(
    Object.fromEntries(
      questions.map(({ id, options }) => [
        id,
        dice.weighted(options.map(({ value, score }) => [value, readiness[score - 1] ?? 1])),
      ]),
    ),
  );
  const { score, level } = scoreAssessment(answers);
  const row = {
    id: demoId(dice.next),
    ...person,
    ...answers,
    score,
    scoreLevel: level,
    createdAt: at,
    questionSetVersion,
    resultKey: newResultKey(),
    submissionKey: null,
    fingerprint: demoId(dice.next),
  };
  return { row, ...trailOf(dice, { form: "assessment", leadId: row.id, person, at }) };
}

/** A sign-up for an event. */
export function demoSignup(
  dice: Dice,
  person: DemoPerson,
  place: { eventId: string; state: SignupState; placeNumber: number; at: Date; isOver: boolean },
): DemoLead<Signup> {
  const { eventId, state, placeNumber, at, isOver } = place;
  const row = {
    id: demoId(dice.next),
    name: person.name,
    email: person.email,
    phone: dice.happens(0.55) ? person.phone : null,
    questions: dice.happens(0.3) ? dice.one(asked) : null,
    topics: dice.happens(0.45) ? `${dice.one(wanted)}, ${dice.one(wanted).toLowerCase()}` : null,
    createdAt: at,
    eventId,
    state,
    placeNumber,
    stateSince: at,
    attended: isOver && state === "seat" ? dice.happens(0.68) : null,
  };
  return { row, ...trailOf(dice, { form: "event-signup", leadId: row.id, person, at }) };
}

/** The visit in which a form was sent, the identification of the sender and the consent receipt. */
function trailOf(
  dice: Dice,
  { form, leadId, person, at }: { form: LeadForm; leadId: string; person: DemoPerson; at: Date },
): Omit<DemoLead<unknown>, "row"> {
  const page = form === "assessment" ? pages.assessment.path : pages.eventSignup.path;
  const visit = demoVisit(dice, new Date(at.getTime() - dice.between(180, 900) * 1_000), page);
  const { visitor } = visit;
  // The visit must last until the form is sent.
  const events = visit.events.filter(({ timestamp }) => new Date(timestamp) <= at);
  const [firstName = "", ...rest] = person.name.split(" ");
  const named = {
    ...visitor,
    id: demoId(dice.next),
    firstName,
    lastName: rest.join(" "),
    email: person.email,
    source: formSources[form],
    createdAt: at,
    leadId,
    visitId: visitor.id,
    firstTouch: visitor.lastTouch ?? null,
  };
  const wordingVersion = demoWordingAt(at);
  const boxes = { byEmail: dice.happens(0.6), byPhone: dice.happens(0.2) };
  const receipt: Receipt = {
    id: demoId(dice.next),
    leadId,
    form,
    givenAt: at,
    ...(wordingVersion === undefined
      ? { basis: "none-given", byEmail: false, byPhone: false, wordingVersion: null, pageVersion: null }
      : // A receipt without a page version counts as unproven.
        { basis: "boxes-shown", ...boxes, wordingVersion, pageVersion: "demo" }),
    optsOut: false,
  };
  return { visit: { visitor, events }, named, receipt };
}

/** Fictional wordings for the demo. Only demo receipts cite them; no form displays or accepts them. */
export const demoConsentWordings = {
  "2025-09-01": {
    legend: "May we stay in touch? (optional)",
    email: "Yes, {firmName} may email me about planning an exit. I can unsubscribe at any time.",
    phone: "Yes, {firmName} may call me about planning an exit.",
    note: "You can send this form without checking either box.",
  },
} as const satisfies Record<string, ConsentWording>;

const dayMs = 86_400_000;

/** When the forms first displayed each wording: at the start of the day that its version names. */
const wordings = [...Object.keys(demoConsentWordings), ...Object.keys(consentWordings)]
  .map((version) => ({ version, from: startOfDay(version) }))
  .toSorted((one, other) => one.from - other.from);

/** The version that forms displayed at a given time in the demo; undefined before the first version. */
export function demoWordingAt(at: Date): string | undefined {
  return wordings.findLast(({ from }) => from <= at.getTime())?.version;
}

function startOfDay(day: string): number {
  const dayBefore = new Date(new Date(`${day}T00:00:00Z`).getTime() - dayMs).toISOString().slice(0, 10);
  const start = endOfDayIn(practice.timeZone, dayBefore);
  if (start === undefined) throw new Error(`The consent wording ${day} is not named after a day.`);
  return start.getTime();
}
