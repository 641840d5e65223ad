import { addToHour, countOfHour } from "#app/data/rate-limits.server.ts";
import type { RawBuilder } from "kysely";

const key = "unconfirmed-messages";

/** How many messages to unconfirmed mailboxes were claimed for delivery in this hour, for the whole site. */
export const unconfirmedMessagesThisHour = countOfHour(key);

/** A statement that counts claimed messages; to stand in a `with` of the caller's. @param rows a row for each */
export function countUnconfirmedMessages(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return addToHour(key, rows);
}
