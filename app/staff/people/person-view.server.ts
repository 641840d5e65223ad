import { highestScore } from "#app/leads/assessment/score.ts";
import {
  exportPerson,
  type PersonBounds,
  type PersonExport,
} from "#app/leads/person/export-person.server.ts";
import { consentFacts, findConsent } from "#app/leads/submission/find-consent.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { personTexts } from "./people.messages.ts";
import { type Entry, type Fact, timelineOf } from "./timeline.server.ts";

/** A person as the page shows them. */
export type PersonView = {
  leadId: string;
  name: string;
  email: string;
  facts: readonly Fact[];
  consent: readonly Fact[];
  entries: readonly Entry[];
  /** A sentence for each kind of thing of which only the newest are shown. */
  cuts: readonly string[];
};

/** More than anybody reads at once; the export has everything. */
const most = { visits: 100, events: 1_000, letters: 200 } as const satisfies PersonBounds;

type Deps = { db: Parameters<typeof exportPerson>[0]["db"]; clock: Clock };

/**
 * Everything that is shown about the person with an address.
 * @param of.hiddenKinds of letters that whoever looks may not see
 */
export async function viewPerson(
  { db, clock }: Deps,
  { leadId, email, hiddenKinds }: { leadId: string; email: string; hiddenKinds: readonly string[] },
): Promise<PersonView> {
  // One more of each tells whether there is more.
  const bounds = { visits: most.visits + 1, events: most.events + 1, letters: most.letters + 1 };
  const found = await exportPerson({ db, clock }, email, bounds);
  const held = { ...found, letters: found.letters.filter(({ kind }) => !hiddenKinds.includes(kind)) };
  const newest = newestForm(held);
  const consent = await findConsent(db, { leadId: newest?.id ?? leadId, email });
  return {
    leadId,
    name: newest?.name ?? nameOfHeld(held),
    email,
    facts: factsOf(held),
    consent: consentFacts(consent),
    entries: timelineOf(cutDown(held), clock.now()),
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

/** Somebody all of whose forms are held back. */
function nameOfHeld({ heldSubmissions, email }: PersonExport): string {
  const name = heldSubmissions.at(-1)?.input["name"];
  return typeof name === "string" && name.trim() !== "" ? name : email;
}

function factsOf(held: PersonExport): Fact[] {
  const forms = formsOf(held);
  const distinct = (values: readonly (string | null)[]): string =>
    [...new Set(values.filter((value) => value !== null))].join(", ");
  const facts: Fact[] = [
    ["Name", distinct(forms.map(({ name }) => name))],
    ["Email", held.email],
    ["Phone", distinct(forms.map(({ phone }) => phone))],
    ["Latest score", scoreOf(held)],
    ["Forms", `${counted(held.assessments, "assessment")}, ${counted(held.signUps, "sign-up")}`],
  ];
  return facts.filter(([, value]) => value !== "");
}

function scoreOf({ assessments }: PersonExport): string {
  const latest = assessments.at(-1);
  return latest === undefined ? "" : `${latest.score} of ${highestScore}, ${latest.scoreLevel}`;
}

function counted({ length }: readonly unknown[], what: string): string {
  return `${length} ${what}${length === 1 ? "" : "s"}`;
}

function cutDown(held: PersonExport): PersonExport {
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
