import type { WaitingAccountQuery } from "#app/identity/account-management/list-team.server.ts";
import { pages } from "#app/pages/registry.ts";
import type { AnyList } from "#app/staff/data-table/list-definition.ts";
import { teamTexts } from "./team.messages.ts";

/** The accounts that await approval, with the search and the pages of the other staff lists. */
export const waitingList: AnyList & { queryType?: WaitingAccountQuery } = {
  name: "waiting-accounts",
  path: pages.team.path,
  row: "account",
  rows: "accounts",
  empty: teamTexts.noneWaiting,
  search: { label: teamTexts.searchWaiting, hint: "Name or email" },
  filters: {},
  sorts: { confirmed: "Confirmed addresses first" },
};
