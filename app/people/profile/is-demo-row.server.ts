import { type RawBuilder, sql } from "kysely";
import { demoIds } from "./demo-id.ts";

/** Whether a row is demo data. */
export function isOfDemo(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${id} between ${demoIds.first}::uuid and ${demoIds.last}::uuid and ${id}::text like ${demoIds.pattern})`;
}
