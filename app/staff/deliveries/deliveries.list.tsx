import { Link } from "react-router";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { deliveryStateNames } from "#app/integrations/deliveries/delivery-states.messages.ts";
import type { DeliveryQuery, ListedDelivery } from "#app/integrations/deliveries/list-deliveries.server.ts";
import { getEventName, loggedEventNames } from "#app/integrations/destinations/event-types.messages.ts";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { sortTexts } from "#app/staff/data-table/list.messages.ts";
import { deliveriesPath, deliveryPath } from "#app/staff/paths/integration-paths.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { deliveryStateTones, deliveryTexts } from "./deliveries.messages.ts";

export const deliveryList = defineList<ListedDelivery, DeliveryQuery>()({
  name: "deliveries",
  path: deliveriesPath,
  permission: canViewLeads,
  row: "delivery to an integration",
  rows: "deliveries to integrations",
  empty: deliveryTexts.empty,
  hasDays: true,
  filters: {
    state: { label: "Status", choices: deliveryStateNames },
    // The names of destinations come from the database.
    destination: { label: "Integration", choices: "loaded" },
    event: { label: "Event", choices: loggedEventNames },
  },
  sorts: sortTexts,
  view: (
    { id, event, destination, state, attempts, responseCode, problem, occurredAt }: ListedDelivery,
    now: Date,
  ) => ({
    id,
    event,
    about: getEventName(event),
    destination: destination ?? "",
    state,
    attempts,
    response: responseCode === null ? "" : String(responseCode),
    problem: problem ?? "",
    occurred: describeMoment(occurredAt, now, practice.timeZone),
  }),
  columns: [
    {
      label: "Event",
      cell: ({ id, event, about }) => (
        <Link to={deliveryPath(id)} title={event}>
          {about}
        </Link>
      ),
    },
    { label: "Integration", cell: ({ destination }) => destination },
    {
      label: "Status",
      cell: ({ state }) => (
        <span className={`tag ${deliveryStateTones[state]}`}>{deliveryStateNames[state]}</span>
      ),
      beside: "badge",
    },
    { label: "Attempts", cell: ({ attempts }) => attempts, holds: "num" },
    {
      label: "Response",
      cell: ({ response }) => response,
      holds: "num",
      isMissing: ({ response }) => response === "",
    },
    {
      label: "Problem",
      cell: ({ problem }) => problem,
      holds: "prose",
      isMissing: ({ problem }) => problem === "",
    },
    {
      label: "Date",
      cell: ({ occurred: { iso, exact, short } }) => (
        <time dateTime={iso} title={exact}>
          {short}
        </time>
      ),
      holds: "num",
      beside: "date",
    },
  ],
});
