import { type RawBuilder, sql } from "kysely";
import { demoIds } from "./demo-id.ts";

/** Whether the row with an id is one of the demo. */
export function isOfDemo(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${id} between ${demoIds.first}::uuid and ${demoIds.last}::uuid and ${id}::text like ${demoIds.pattern})`;
}
