import { findFirstCapture } from "#app/compliance/archive/find-captures.server.ts";
import { loadPerson, maxRows, type PersonData } from "#app/people/export/load-person.server.ts";
import { consentFacts } from "#app/intake/consent/find-consent.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import { longDate } from "#app/platform/calendar/long-date.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { describeUndeliverable } from "#app/email/bounces/undeliverable.messages.ts";
import type { UndeliverableView } from "#app/staff/person-email/undeliverable-addresses.tsx";
import type { PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { getConsentVersion } from "#app/people/profile/consent-version.server.ts";
import { callAddress, isSameNumber, letterAddress } from "#app/staff/paths/contact-links.ts";
import { eventPath } from "#app/staff/paths/event-paths.ts";
import { limitedRowNames, personTexts, type ShownActivity, signupStates } from "./person.messages.ts";
import { type CallCard, viewCallCard } from "./call-card.server.ts";
import { type Activity, type Fact, viewActivity } from "./timeline.server.ts";
import { touchText } from "./visit-activity.ts";

/** A person, as the page displays it. */
export type PersonView = {
  leadId: string;
  name: string;
  email: string;
  /** “Example Company. First form on November 20, 2026.” */
  summary: string;
  call: CallCard;
  /** The addresses to which no email is sent. */
  undeliverable: readonly UndeliverableView[];
  facts: readonly KnownFact[];
  consent: readonly Fact[];
  /** See `getConsentVersion`. */
  consentVersion: string;
  /** Undefined if all forms of the person are quarantined. */
  record: PersonRecord | undefined;
  activity: Activity;
  /** Names and numbers of forms that differ from those of the record. */
  alternatives: readonly Alternative[];
};

/** @example { text: "Jon Smith", source: "Assessment, Nov 21, 2026" } */
export type Alternative = { text: string; source: string };

/** A fact at the top of the page. */
export type KnownFact = {
  term: string;
  /** Several values if the forms differ. `href` calls or writes to the value. */
  values: readonly { text: string; href?: string | undefined }[];
};

/** The maximum number of values of one fact, because a stranger can send many forms with one address. */
const maxValues = 10;

type Deps = { db: Parameters<typeof loadPerson>[0]; clock: Clock };

type ViewOptions = {
  leadId: string;
  email: string;
  hiddenKinds: readonly string[];
  shown: ShownActivity | undefined;
};

/**
 * What is shown about the person with an address.
 * @param of.hiddenKinds kinds of email that the viewer must not see
 * @param of.shown the chosen kind of activity; undefined for the newest of all kinds
 */
export async function viewPerson(
  { db, clock }: Deps,
  { leadId, email, hiddenKinds, shown }: ViewOptions,
): Promise<PersonView> {
  // Read first, so that a change in between makes the version outdated.
  const consentVersion = await getConsentVersion(db, email);
  const person = await loadPerson(db, email, { hiddenKinds });
  const newest = newestForm(person);
  const capturedSince = await findFirstCapture(db);
  const activity = viewActivity(person, shown, clock.now(), capturedSince);
  return {
    leadId,
    name: person.record?.name ?? newest?.name ?? getQuarantinedName(person),
    email: person.record?.email ?? email,
    summary: summarize(person),
    call: viewCallCard(person, clock.now()),
    undeliverable: person.undeliverableAddresses.map(({ email: address, since, reply }) => ({
      email: address,
      since: describeUndeliverable(since),
      reply,
    })),
    facts: factsOf(person),
    consent: describeConsent(person),
    consentVersion,
    record: person.record ?? undefined,
    activity: {
      ...activity,
      truncations: [...describeTruncations(person), ...activity.truncations],
    },
    alternatives: listAlternatives(person),
  };
}

function summarize({ record, firstFormAt, heldSubmissions }: PersonData): string {
  const { company, addedAt } = record ?? { company: null, addedAt: null };
  if (addedAt !== null) return personTexts.addedOn(company, shortDayIn(practice.timeZone, addedAt));
  const first = firstFormAt ?? heldSubmissions[0]?.receivedAt;
  return first === undefined ? "" : personTexts.since(company, shortDayIn(practice.timeZone, first));
}

/** Each name and number that differs from those of the record, with the first form that contained it. */
function listAlternatives(person: PersonData): Alternative[] {
  const forms = formsOf(person).toReversed();
  const assessmentIds = new Set(person.assessments.map(({ id }) => id));
  const known = [person.record?.name ?? forms[0]?.name, person.record?.phone, person.record?.contactPhone];
  const texts = new Set(forms.flatMap(({ name, phone }) => [name, phone]).filter((text) => text !== null));
  const alternatives = [...texts].flatMap((text) => {
    const form = forms.find(({ name, phone }) => name === text || phone === text);
    if (known.includes(text) || form === undefined) return [];
    const kind = assessmentIds.has(form.id) ? "Assessment" : "Sign-up";
    return [{ text, source: `${kind}, ${shortDayIn(practice.timeZone, form.createdAt)}` }];
  });
  return alternatives.slice(0, maxValues);
}

/** The consent of the person, and that of each address if they differ. */
function describeConsent({ addresses, consent }: PersonData): Fact[] {
  const facts = consentFacts(consent);
  const ofAddresses = addresses.map((address) => ({ ...address, facts: consentFacts(address.consent) }));
  return facts.flatMap(([term, value], index): Fact[] => {
    const different = ofAddresses.filter((address) => address.facts[index]?.[1] !== value);
    const details = different.map((address) => `${address.email}: ${address.facts[index]?.[1] ?? ""}`);
    return [[term, [value, ...details].join(". ")]];
  });
}

type Form = { id: string; name: string; phone: string | null; createdAt: Date };

function formsOf({ assessments, signUps }: PersonData): Form[] {
  return [...assessments, ...signUps].toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
  );
}

function newestForm(person: PersonData): Form | undefined {
  return formsOf(person)[0];
}

/** The name of a person with only quarantined submissions. */
function getQuarantinedName({ heldName, email }: PersonData): string {
  return heldName === null || heldName.trim() === "" ? email : heldName;
}

function factsOf(person: PersonData): KnownFact[] {
  const { record } = person;
  const forms = formsOf(person);
  // What staff entered is first.
  const addresses = person.addresses.toSorted(
    (one, other) => Number(other.email === record?.email) - Number(one.email === record?.email),
  );
  const distinct = (values: readonly (string | null)[]): string[] =>
    [...new Set(values.filter((value) => value !== null))].slice(0, maxValues);
  // Other numbers are plain text so that they are not dialed by accident.
  const callable = person.consent.phone.state === "yes" ? person.record?.phone : undefined;
  const facts: KnownFact[] = [
    {
      term: "Name",
      values: distinct([record?.name ?? null, ...forms.map(({ name }) => name)]).map((text) => ({ text })),
    },
    {
      term: "Email",
      values: addresses.map(({ email }) => ({
        text: email,
        href: person.undeliverableAddresses.some((each) => each.email === email)
          ? undefined
          : letterAddress(email),
      })),
    },
    {
      term: "Phone",
      values: distinct([record?.contactPhone ?? null, ...forms.map((form) => form.phone)]).map((text) => ({
        text,
        href:
          typeof callable === "string" && isSameNumber(text, callable) ? callAddress(callable) : undefined,
      })),
    },
    { term: "Status", values: person.record === null ? [] : [{ text: statusNames[person.record.status] }] },
    { term: "Next step", values: describeNextStep(person.record) },
    { term: "First source", values: describeFirstTouch(person) },
    { term: "Event", values: listSeats(person) },
    {
      term: "Forms",
      values: [
        {
          text: `${counted(person.totals.assessments, "assessment")}, ${counted(person.totals.signUps, "sign-up")}`,
        },
      ],
    },
  ];
  return facts.filter(({ values }) => values.length > 0);
}

/** “Send the checklist, due November 24, 2026” */
function describeNextStep(record: PersonData["record"]): KnownFact["values"] {
  if (record === null || record.nextStep === null) return [];
  const { nextStep, nextStepOn } = record;
  return [{ text: nextStepOn === null ? nextStep : `${nextStep}, due ${longDate(nextStepOn)}` }];
}

function describeFirstTouch({ firstTouch }: PersonData): KnownFact["values"] {
  const text = touchText(firstTouch);
  return text === undefined ? [] : [{ text }];
}

/** The seats and places on waiting lists of the person, the latest event first. */
function listSeats({ signUps }: PersonData): KnownFact["values"] {
  return signUps
    .filter(({ state, startsAt }) => startsAt !== null && (state === "seat" || state === "waiting"))
    .toSorted((one, other) => (other.startsAt?.getTime() ?? 0) - (one.startsAt?.getTime() ?? 0))
    .map(({ startsAt, timeZone, state, eventId }) => ({
      text: `${startsAt === null ? "" : shortDayIn(timeZone ?? practice.timeZone, startsAt)}, ${signupStates[state].toLowerCase()}`,
      href: eventId === null ? undefined : eventPath(eventId),
    }));
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function describeTruncations({ truncated }: PersonData): string[] {
  return [...truncated].map((name) => personTexts.truncated(limitedRowNames[name], maxRows[name]));
}
