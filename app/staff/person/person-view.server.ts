import { highestScore } from "#app/assessments/questions/score.ts";
import {
  exportPerson,
  type PersonBounds,
  type PersonExport,
} from "#app/people/export/export-person.server.ts";
import { consentFacts } from "#app/intake/consent/find-consent.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import { longDate } from "#app/platform/calendar/long-date.ts";
import type { PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { personTexts } from "./person.messages.ts";
import { type Entry, type Fact, timelineOf } from "./timeline.server.ts";

/** A person, as the page displays it. */
export type PersonView = {
  leadId: string;
  name: string;
  email: string;
  facts: readonly KnownFact[];
  consent: readonly Fact[];
  /** Undefined if all forms of the person are quarantined. */
  record: PersonRecord | undefined;
  entries: readonly Entry[];
  /** A sentence for each truncated kind of entry. */
  cuts: readonly string[];
};

/** A fact at the top of the page. */
export type KnownFact = {
  term: string;
  /** Several values if the forms differ. `href` calls or writes to the value. */
  values: readonly { text: string; href?: string | undefined }[];
};

/** Limits for the page; the export is complete. */
const most = { visits: 100, events: 1_000, letters: 200 } as const satisfies PersonBounds;

type Deps = { db: Parameters<typeof exportPerson>[0]["db"]; clock: Clock };

/**
 * Everything that is shown about the person with an address.
 * @param of.hiddenKinds kinds of email that the viewer must not see
 */
export async function viewPerson(
  { db, clock }: Deps,
  { leadId, email, hiddenKinds }: { leadId: string; email: string; hiddenKinds: readonly string[] },
): Promise<PersonView> {
  // One additional row shows whether there are more.
  const bounds = { visits: most.visits + 1, events: most.events + 1, letters: most.letters + 1 };
  const held = await exportPerson({ db, clock }, email, { hiddenKinds, most: bounds });
  const newest = newestForm(held);
  return {
    leadId,
    name: newest?.name ?? nameOfHeld(held),
    email,
    facts: factsOf(held),
    consent: consentFacts(held.consent),
    record: held.record ?? undefined,
    entries: timelineOf(truncateEntries(held), clock.now()),
    cuts: cutsOf(held),
  };
}

type Form = { id: string; name: string; phone: string | null; createdAt: Date };

function formsOf({ assessments, signUps }: PersonExport): Form[] {
  return [...assessments, ...signUps].toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
  );
}

function newestForm(held: PersonExport): Form | undefined {
  return formsOf(held)[0];
}

/** The name of a person with only quarantined submissions. */
function nameOfHeld({ heldSubmissions, email }: PersonExport): string {
  const name = heldSubmissions.at(-1)?.input["name"];
  return typeof name === "string" && name.trim() !== "" ? name : email;
}

function factsOf(held: PersonExport): KnownFact[] {
  const forms = formsOf(held);
  const distinct = (values: readonly (string | null)[]): string[] => [
    ...new Set(values.filter((value) => value !== null)),
  ];
  // Render a do-not-call number as plain text so that it is not dialed by accident.
  const { phone } = held.consent;
  const mayBeCalled = phone.state === "yes" || phone.state === "not-asked";
  const facts: KnownFact[] = [
    { term: "Name", values: distinct(forms.map(({ name }) => name)).map((text) => ({ text })) },
    { term: "Email", values: [{ text: held.email, href: letterAddress(held.email) }] },
    {
      term: "Phone",
      values: distinct(forms.map((form) => form.phone)).map((text) => ({
        text,
        href: mayBeCalled ? callAddress(text) : undefined,
      })),
    },
    { term: "Status", values: held.record === null ? [] : [{ text: statusNames[held.record.status] }] },
    { term: "Next step", values: describeNextStep(held.record) },
    { term: "Latest score", values: scoresOf(held) },
    {
      term: "Forms",
      values: [{ text: `${counted(held.assessments, "assessment")}, ${counted(held.signUps, "signup")}` }],
    },
  ];
  return facts.filter(({ values }) => values.length > 0);
}

/** “Send the checklist, due November 24, 2026” */
function describeNextStep(record: PersonExport["record"]): KnownFact["values"] {
  if (record === null || record.nextStep === null) return [];
  const { nextStep, nextStepOn } = record;
  return [{ text: nextStepOn === null ? nextStep : `${nextStep}, due ${longDate(nextStepOn)}` }];
}

function scoresOf({ assessments }: PersonExport): KnownFact["values"] {
  const latest = assessments.at(-1);
  return latest === undefined ? [] : [{ text: `${latest.score} of ${highestScore}, ${latest.scoreLevel}` }];
}

function counted({ length }: readonly unknown[], what: string): string {
  return `${length} ${what}${length === 1 ? "" : "s"}`;
}

function truncateEntries(held: PersonExport): PersonExport {
  return {
    ...held,
    visits: held.visits.slice(-most.visits),
    events: held.events.slice(-most.events),
    letters: held.letters.slice(-most.letters),
  };
}

function cutsOf({ visits, events, letters }: PersonExport): string[] {
  return [
    ...(visits.length > most.visits ? [personTexts.cut("visits", most.visits)] : []),
    ...(events.length > most.events ? [personTexts.cut("steps of all visits together", most.events)] : []),
    ...(letters.length > most.letters ? [personTexts.cut("letters", most.letters)] : []),
  ];
}

/**
 * Returns the `tel:` URL of a typed phone number, such as `tel:+15125550142`. A number without a country code is North American.
 * @returns undefined if the text is not exactly one number, because a wrong link would call a stranger
 */
export function callAddress(typed: string): string | undefined {
  const number = typed.trim();
  if (!/^\+?[\d\s().\u2010-\u2013-]+$/.test(number)) return undefined;
  const digits = number.replaceAll(/\D/g, "");
  if (number.startsWith("+") && !digits.startsWith("1")) {
    return /^[2-9]\d{7,14}$/.test(digits) ? `tel:+${digits}` : undefined;
  }
  const ten = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits)?.[1];
  return ten === undefined ? undefined : `tel:+1${ten}`;
}

/** Returns the `mailto:` URL of an email address, with characters escaped that have a meaning in URLs. */
export function letterAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}
