import type { Kysely } from "kysely";
import { actorOf } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import { recordAccountAction } from "#app/identity/accounts/record-account-action.server.ts";
import { type CurrentSession, type ForgetSession, isWaitingForApproval } from "./session-access.ts";
import { endSessions } from "./find-session.server.ts";

/** Ends the session of a request and removes its cookie. */
export function createSignOut({
  db,
  currentSession,
  forgetSession,
}: {
  currentSession: CurrentSession;
  forgetSession: ForgetSession;
  db: Kysely<Database>;
}) {
  return async ({ request, clientAddress }: Visitor): Promise<Headers> => {
    const session = await currentSession(request.headers, "quiet");
    if (session !== null) {
      const { staff } = session;
      await db.transaction().execute(async (trx) => {
        await endSessions(trx, [session.id]);
        await recordAccountAction(
          trx,
          { id: staff.id, isWaiting: isWaitingForApproval(session) },
          {
            action: "signed-out",
            actor: actorOf(staff),
            clientAddress,
          },
        );
      });
    }
    return forgetSession(request.headers);
  };
}
