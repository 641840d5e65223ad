import { type RawBuilder, sql } from "kysely";
import type { WealthboxSettings } from "#app/integrations/wealthbox/wealthbox-settings.ts";

/** A condition on `people`: a person should be in Wealthbox and is not. It matches `findSkipReason`, but also excludes demo data. */
export function isUnsent({ statuses }: Pick<WealthboxSettings, "statuses">): RawBuilder<boolean> {
  return sql<boolean>`people.status = any(${[...statuses]}::text[])
    and people.traffic_class is distinct from 'machine' and people.email not like '%.invalid'
    and not exists (select from wealthbox_contacts as contact where contact.person_id = people.id)`;
}
