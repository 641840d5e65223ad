import { Link } from "react-router";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import type { FoundPerson } from "#app/people/profile/find-people.server.ts";
import { EmailAddress } from "#app/staff/data-table/data-table.tsx";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { missingTexts } from "#app/staff/data-table/list.messages.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import { formNames } from "#app/intake/quarantine/quarantine-names.messages.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { ShownMoment } from "#app/staff/time/shown-moment.tsx";
import { practice } from "#content/practice.ts";
import { peopleTexts } from "./people.messages.ts";

/** A search that shows the best matches on one page. */
export const peopleList = defineList<FoundPerson, { search?: string | undefined; sort: "best" }>()({
  name: "people",
  path: pages.people.path,
  permission: canViewLeads,
  rows: "people",
  empty: peopleTexts.ask,
  search: { label: peopleTexts.search, hint: peopleTexts.searchHint },
  filters: {},
  sorts: { best: "Best first" },
  view: ({ leadId, name, email, phone, form, at }: FoundPerson, now: Date) => ({
    id: leadId,
    name,
    email,
    phone,
    form: formNames[form],
    at: describeMoment(at, now, practice.timeZone),
  }),
  columns: [
    { label: "Name", cell: ({ id, name }) => <Link to={personPath(id)}>{name}</Link> },
    { label: "Email", cell: ({ email }) => <EmailAddress email={email} /> },
    {
      label: "Phone",
      cell: ({ phone }) => phone ?? missingTexts.phone,
      holds: "tel",
      isMissing: ({ phone }) => phone === null,
    },
    { label: "Last form", cell: ({ form }) => form },
    { label: "Date", cell: ({ at }) => <ShownMoment moment={at} />, holds: "num", beside: "date" },
  ],
});
