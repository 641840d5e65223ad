import { sql } from "kysely";

/** The order of a row of `linkedin_live_signups` on its waiting list. Staff can change it (`management/move-waiting.server.ts`). */
export const waitingOrder = sql<number>`coalesce(waiting_order, place_number)`;
