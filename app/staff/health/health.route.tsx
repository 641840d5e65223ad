import type { Route } from "./+types/health.route";
import { type RequestServices, servicesOf } from "#app/request-context/request-context.server.ts";
import { canSeeHealth } from "#app/identity/accounts/permissions.ts";
import { keptFor } from "#app/people/retention/retention.server.ts";
import { readEmailHealth } from "#app/email/outbox/email-health.server.ts";
import { readQuarantineHealth } from "#app/intake/spam-checks/quarantine-health.server.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { FactList } from "#app/ui/fact-list.tsx";
import { ForbiddenPage } from "#app/staff/shell/forbidden.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import {
  judgeDatabase,
  judgeForms,
  judgeLetters,
  judgeProgram,
  judgeRetention,
  judgeVisits,
  type PartView,
  partView,
} from "./health-view.ts";
import { healthTexts, type Part } from "./health.messages.ts";
import { settlePart } from "./settle-part.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./health.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canSeeHealth);
  return { staff, parts: await askParts(servicesOf(context)) };
}

/** Each by itself: one that hangs or fails takes none of the others along. */
async function askParts({ abuse, clock, db, health, sendsEmail, log }: RequestServices): Promise<PartView[]> {
  const now = clock.now();
  const ask = <Value,>(part: Part, question: () => Value | Promise<Value>) =>
    settlePart(question, (error) => log.warn("health.part_failed", { part, error }));
  const [database, letters, forms, visits, retention, program] = await Promise.all([
    ask("database", () => health.database()),
    ask("letters", () => readEmailHealth(db)),
    ask("forms", () => readQuarantineHealth({ db, abuse }, now)),
    ask("visits", () => health.visits()),
    ask("retention", () => health.retention()),
    ask("program", () => health.program()),
  ]);
  return [
    partView("database", database, judgeDatabase),
    partView("letters", letters, (value) => judgeLetters(value, { now, sendsEmail })),
    partView("forms", forms, judgeForms),
    partView("visits", visits, judgeVisits),
    partView("retention", retention, (value) => judgeRetention(value, { now, keptFor })),
    partView("program", program, (value) => judgeProgram(value, now)),
  ];
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.health, matches);

export default function Health({ loaderData }: Route.ComponentProps) {
  const { staff, parts } = loaderData;
  return (
    <>
      <StaffHeader title={pages.health.title} staff={staff} />
      <main id="main" className="wrap desk health">
        {/* The whole page, so that it works where scripting does not. */}
        <a className="back" href={pages.health.path}>
          {healthTexts.again}
        </a>
        {parts.map(({ part, title, isFine, verdict, advice, facts }) => (
          <section key={part} aria-labelledby={part}>
            <h2 id={part}>
              {title}{" "}
              <span className={isFine ? "tag high" : "tag low"}>
                {isFine ? healthTexts.fine : healthTexts.look}
              </span>
            </h2>
            <p>{verdict}</p>
            {advice === undefined ? null : <p className="soft small">{advice}</p>}
            <FactList facts={facts} />
          </section>
        ))}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ForbiddenPage page={pages.health} error={error} text={healthTexts.mayNot} />;
}
