import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { SpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { findQuarantined } from "#app/intake/quarantine/quarantine.server.ts";
import type { Composers } from "#app/email/rendering/email-content.ts";
import type { Clock } from "#app/platform/clock.ts";
import { confirmPath } from "./confirm-path.ts";
import { confirmSubmissionEmail } from "./confirm-submission.email.server.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  siteUrl: string;
  abuse: Pick<SpamCheckKeys, "issueConfirmationToken">;
};

/** Composes the confirmation email of a row of `quarantined_submissions`. */
export function confirmationComposers({ db, clock, siteUrl, abuse }: Deps): Composers {
  return {
    async "confirm-submission"(id) {
      const held = await findQuarantined(db, id);
      if (held === undefined || held.releasedAt !== null || held.reason === "honeypot") return undefined;
      const now = clock.now();
      const { form, seatHeldUntil } = held;
      return confirmSubmissionEmail({
        form,
        confirmUrl: siteUrl + confirmPath(abuse.issueConfirmationToken(id, now)),
        seatHeldUntil: seatHeldUntil !== null && seatHeldUntil > now ? seatHeldUntil : undefined,
      });
    },
  };
}
