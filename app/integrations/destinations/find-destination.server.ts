import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { DestinationKind, DestinationState } from "#app/data/schema/integrations.ts";
import type { Json } from "#app/data/schema/quarantined-submissions.ts";
import type { IntegrationKeys } from "./integration-keys.server.ts";

/** A destination with its decrypted secrets. */
export type Destination = {
  id: string;
  kind: DestinationKind;
  state: DestinationState;
  /** Increases with each change of the settings. */
  revision: number;
  url: string | null;
  includesContact: boolean;
  /** The settings that an owner chose; only for Wealthbox. */
  settings: Json | null;
  /** The current one first. Empty if none can be decrypted. */
  secrets: readonly string[];
};

/** The destination of a delivery. A previous secret is included until it expires. @returns undefined if it was deleted */
export async function findDestination(
  { db, keys }: { db: Kysely<Database>; keys: Pick<IntegrationKeys, "open"> },
  id: string,
): Promise<Destination | undefined> {
  const found = await db
    .selectFrom("integrationDestinations")
    .select(["id", "kind", "state", "revision", "url", "includesContact", "settings", "sealedSecret"])
    .select(({ eb, fn }) =>
      eb
        .case()
        .when("previousSecretUntil", ">", fn<Date>("now"))
        .then(eb.ref("previousSealedSecret"))
        .end()
        .as("previousSealedSecret"),
    )
    .where("id", "=", id)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { sealedSecret, previousSealedSecret, ...destination } = found;
  const secrets = [sealedSecret, previousSealedSecret].flatMap((sealed) => {
    const opened = sealed === null ? undefined : keys.open(id, sealed);
    return opened === undefined ? [] : [opened.text];
  });
  return { ...destination, secrets };
}
