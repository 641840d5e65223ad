import type { PeopleFilters, PersonStage } from "#app/people/lists/people-filter.server.ts";

export const peopleTexts = {
  search: "Search",
  searchHint: "Name, company, email or phone",
  empty: "No people yet. Everyone who takes the assessment or signs up for an event appears here.",
  add: "Add person",
  days: { from: "First recorded from", to: "First recorded to" },
  /** @param total without filters */
  count: (count: number, total: number) => {
    const people = total === 1 ? "person" : "people";
    return count === total
      ? `${formatCount(total)} ${people}`
      : `${formatCount(count)} of ${formatCount(total)} ${people}`;
  },
  exactTitle: "Exact email address",
  exactHint:
    "Use this when someone contacts you. The address is not saved in the browser history, and the search includes quarantined submissions.",
  exactLabel: "Email address",
  find: "Find",
  /** After a search in the header, which does not search emails and opt-outs. */
  noForm:
    "No form was submitted with that address. Check the spelling, or search by exact email address below to include emails and opt-outs.",
  unknown: "We have no data about that address. Check the spelling.",
  emailsOnly:
    "No form was submitted with that address. There are emails or an opt-out for it, which the administrator can export and erase with the command “person”.",
  select: (name: string) => `Select ${name}`,
  selectHeading: "Select",
  noValue: "None",
  noStep: "No next step",
  noScore: "No assessment",
  /** @param days number of days since the due date */
  late: (days: number) => `${days} ${days === 1 ? "day" : "days"} late`,
} as const;

const numberFormat = new Intl.NumberFormat("en-US");

export function formatCount(count: number): string {
  return numberFormat.format(count);
}

export const consentNames: Record<PeopleFilters["consent"], string> = {
  call: "Calls allowed",
  email: "Email allowed",
  "opted-out": "Opted out",
  none: "None",
};

export const stepNames: Record<PeopleFilters["step"], string> = {
  late: "Late",
  today: "Due today",
  none: "None",
};

export const stageNames: Record<PersonStage, string> = {
  lead: "Any",
  assessed: "Took the assessment",
  "exit-ready": "Exit Ready",
  seat: "Got a seat",
  attended: "Attended",
  booked: "Booked",
  client: "Client",
};

export const trafficNames: Record<PeopleFilters["traffic"], string> = {
  people: "Hidden",
  all: "Shown",
  automated: "Only bots",
};

/** Attendance, or the state of a sign-up without it. */
export const signupNames = {
  attended: "attended",
  absent: "no-show",
  seat: "seat",
  waiting: "waiting list",
  cancelled: "canceled",
  repeat: "duplicate sign-up",
  "next-date": "asked for the next date",
  told: "was notified of the next date",
} as const;

export const exportNames = {
  menu: "Export",
  wealthbox: "Wealthbox CSV",
  hubspot: "HubSpot CSV",
} as const;
