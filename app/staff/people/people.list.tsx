import { Link } from "react-router";
import { type Level, levels, parseLevel } from "#app/assessments/questions/score.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { describeUndeliverable } from "#app/email/bounces/undeliverable.messages.ts";
import { statusNames } from "#app/people/follow-up/follow-up.messages.ts";
import type { ListedPerson, PeopleListQuery } from "#app/people/lists/list-people.server.ts";
import { noneNames } from "#app/people/lists/people-filter.messages.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { pages } from "#app/pages/registry.ts";
import { leadExport } from "#app/staff/data-table/lead-columns.tsx";
import { levelTones, Score } from "#app/staff/data-table/level-badge.tsx";
import { defineList, type ViewOf } from "#app/staff/data-table/list-definition.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { ShownMoment } from "#app/staff/time/shown-moment.tsx";
import { practice } from "#content/practice.ts";
import {
  allFileColumns,
  daysLate,
  describeConsent,
  describeSignup,
  eventDay,
  hubspotColumns,
  isOptedOut,
  shortDate,
  wealthboxColumns,
} from "./people-columns.ts";
import { consentNames, peopleTexts, stageNames, stepNames, trafficNames } from "./people.messages.ts";

const levelChoices = {
  ...Object.fromEntries(levels.map(({ level }) => [level, level])),
  none: peopleTexts.noScore,
  // Every level is a key.
} as Record<Level | "none", string>;

const peopleExport = {
  ...leadExport,
  isOnDashboard: false,
  filePrefix: "people-",
  emptyMessage: "No people to export.",
};

/** Everyone with a record, by latest activity. Filters without a field come from links of other screens. */
export const peopleList = defineList<ListedPerson, PeopleListQuery>()({
  name: "people",
  path: pages.people.path,
  permission: canViewLeads,
  row: "person",
  rows: "people",
  empty: peopleTexts.empty,
  search: { label: peopleTexts.search, hint: peopleTexts.searchHint },
  hasDays: true,
  // “Activity” has the time of the latest form.
  dayLabels: peopleTexts.days,
  filters: {
    status: { label: "Status", choices: statusNames },
    owner: { label: "Owner", choices: "loaded", isId: true },
    level: { label: "Level", choices: levelChoices },
    channel: { label: "Source", choices: "loaded" },
    campaign: { label: "Campaign", choices: "loaded" },
    consent: { label: "Consent", choices: consentNames },
    step: { label: "Next step", choices: stepNames },
    event: { label: "Event", choices: "loaded", isId: true },
    traffic: { label: "Bots", choices: trafficNames, usual: "people" },
    touch: {
      label: "Source of",
      choices: { first: "First visit", last: "Visit with the first form" },
      usual: "first",
      isShownIfSet: true,
    },
    page: { label: "First page", maxLength: 2_000, isShownIfSet: true },
    stage: { label: "Stage", choices: stageNames, isShownIfSet: true },
  },
  sorts: {
    activity: "Latest activity",
    "oldest-activity": "Oldest activity",
    score: "Highest score",
    "lowest-score": "Lowest score",
    due: "Next step due first",
    "latest-due": "Next step due last",
    name: "Name",
    "name-reversed": "Name, Z to A",
  },
  view: (person: ListedPerson, now: Date) => ({
    id: person.id,
    leadId: person.latestFormId,
    revision: person.revision,
    name: person.name,
    company: person.company,
    undeliverable:
      person.undeliverableSince === null ? null : describeUndeliverable(person.undeliverableSince),
    status: statusNames[person.status],
    score: person.score,
    level: person.scoreLevel === null ? null : parseLevel(person.scoreLevel),
    event: viewEvent(person),
    source: viewSource(person),
    consent: describeConsent(person),
    isOptedOut: isOptedOut(person),
    owner: person.ownerName,
    nextStep: viewNextStep(person, now),
    activity: describeMoment(person.latestFormAt, now, practice.timeZone),
  }),
  columns: [
    {
      label: "Person",
      cell: ({ leadId, name, company, status, undeliverable }) => (
        <>
          <Link to={personPath(leadId)}>{name}</Link>
          <small>
            {company}
            <span className="on-phone">{company === null ? status : `, ${status}`}</span>
          </small>
          {undeliverable === null ? null : <small className="bad">{undeliverable}</small>}
        </>
      ),
      sorts: { ascending: "name", descending: "name-reversed", first: "ascending" },
    },
    {
      label: "Score",
      cell: (person) => <ScoreAndLevel {...person} />,
      beside: "badge",
      sorts: { ascending: "lowest-score", descending: "score", first: "descending" },
      isMissing: ({ score }) => score === null,
    },
    { label: "Status", cell: ({ status }) => status, isSecondary: true },
    {
      label: "Event",
      cell: ({ event }) => <TwoLines first={event?.day} second={event?.attendance} />,
      isMissing: ({ event }) => event === null,
      isSecondary: true,
    },
    {
      label: "Source",
      cell: ({ source }) => <TwoLines first={source?.channel} second={source?.campaign} />,
      isMissing: ({ source }) => source === null,
      isSecondary: true,
    },
    {
      label: "Consent",
      cell: ({ consent, isOptedOut: isBad }) => <span className={isBad ? "bad" : undefined}>{consent}</span>,
      isSecondary: true,
    },
    {
      label: "Owner",
      cell: ({ owner }) => owner ?? noneNames.owner,
      isMissing: ({ owner }) => owner === null,
      isSecondary: true,
    },
    {
      label: "Next step",
      cell: ({ nextStep }) => <NextStep nextStep={nextStep} />,
      sorts: { ascending: "due", descending: "latest-due", first: "ascending" },
      isMissing: ({ nextStep }) => nextStep === null,
    },
    {
      label: "Activity",
      cell: ({ activity }) => <ShownMoment moment={activity} />,
      holds: "num",
      sorts: { ascending: "oldest-activity", descending: "activity", first: "descending" },
      isSecondary: true,
    },
    ...allFileColumns,
  ],
  export: peopleExport,
});

export type PersonView = ViewOf<typeof peopleList>;

/** The same people in the format of Wealthbox’s contact import. */
export const peopleForWealthbox = {
  ...peopleList,
  name: "people-wealthbox",
  columns: wealthboxColumns,
  export: { ...peopleExport, filePrefix: "people-wealthbox-" },
};

/** The same people in the format of HubSpot’s contact import. */
export const peopleForHubspot = {
  ...peopleList,
  name: "people-hubspot",
  columns: hubspotColumns,
  export: { ...peopleExport, filePrefix: "people-hubspot-" },
};

function viewEvent({ event }: ListedPerson) {
  return event === null ? null : { day: eventDay(event), attendance: describeSignup(event) };
}

function viewSource({ channel, campaign }: ListedPerson) {
  return channel === null ? null : { channel, campaign: campaign ?? noneNames.campaign };
}

function viewNextStep({ nextStep, nextStepOn }: ListedPerson, now: Date) {
  if (nextStep === null) return null;
  if (nextStepOn === null) return { text: nextStep, due: null, late: 0 };
  const today = dayIn(practice.timeZone, now);
  return { text: nextStep, due: shortDate(nextStepOn, today), late: daysLate(nextStepOn, today) };
}

function ScoreAndLevel({ score, level }: { score: number | null; level: Level | null }) {
  if (score === null || level === null) return peopleTexts.noScore;
  return (
    <>
      <Score score={score} />
      <span className={`tag ${levelTones[level]}`}>{level}</span>
    </>
  );
}

function TwoLines({ first, second }: { first: string | undefined; second: string | undefined }) {
  if (first === undefined) return peopleTexts.noValue;
  return (
    <>
      {first}
      <small>{second}</small>
    </>
  );
}

function NextStep({ nextStep }: { nextStep: PersonView["nextStep"] }) {
  if (nextStep === null) return peopleTexts.noStep;
  const { text, due, late } = nextStep;
  return (
    <>
      {text}
      {due === null ? null : (
        <small className={late > 0 ? "bad" : undefined}>
          {late > 0 ? `${due}, ${peopleTexts.late(late)}` : due}
        </small>
      )}
    </>
  );
}
