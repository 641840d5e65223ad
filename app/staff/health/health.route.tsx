import type { Route } from "./+types/health.route";
import { type RequestServices, servicesOf } from "#app/request-context/request-context.server.ts";
import { canSeeHealth } from "#app/identity/accounts/permissions.ts";
import { retentionPeriods } from "#app/people/retention/retention.server.ts";
import { readEmailHealth } from "#app/email/outbox/email-health.server.ts";
import { readIntegrationHealth } from "#app/integrations/deliveries/integration-health.server.ts";
import { readQuarantineHealth } from "#app/intake/spam-checks/quarantine-health.server.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { FactList } from "#app/ui/fact-list.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import {
  describeBackups,
  describeBounces,
  describeDatabase,
  describeForms,
  describeIntegrations,
  describeEmail,
  describeProgram,
  describeRetention,
  describeVisits,
  type PartView,
  createPartView,
} from "./health-view.ts";
import { healthTexts, type Part } from "./health.messages.ts";
import { readPart } from "./read-part.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./health.css";
import { ForbiddenPage } from "#app/staff/shell/error-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canSeeHealth);
  return { staff, parts: await readParts(servicesOf(context)) };
}

async function readParts({
  spamCheckKeys,
  clock,
  db,
  health,
  sendsEmail,
  log,
}: RequestServices): Promise<PartView[]> {
  const now = clock.now();
  const read = <Value,>(part: Part, readValue: () => Value | Promise<Value>) =>
    readPart(readValue, (error) => log.warn("health.part_failed", { part, error }));
  const [database, email, bounces, integrations, forms, visits, retention, backups, program] =
    await Promise.all([
      read("database", () => health.database()),
      read("email", () => readEmailHealth(db)),
      read("bounces", () => health.bounces()),
      read("integrations", () => readIntegrationHealth(db)),
      read("forms", () => readQuarantineHealth({ db, spamCheckKeys }, now)),
      read("visits", () => health.visits()),
      read("retention", () => health.retention()),
      read("backups", () => health.backups()),
      read("program", () => health.program()),
    ]);
  return [
    createPartView("database", database, describeDatabase),
    createPartView("email", email, (value) => describeEmail(value, { now, sendsEmail })),
    createPartView("bounces", bounces, (value) => describeBounces(value, now)),
    createPartView("integrations", integrations, (value) => describeIntegrations(value, now)),
    createPartView("forms", forms, describeForms),
    createPartView("visits", visits, describeVisits),
    createPartView("retention", retention, (value) => describeRetention(value, { now, retentionPeriods })),
    createPartView("backups", backups, (value) => describeBackups(value, now)),
    createPartView("program", program, (value) => describeProgram(value, now)),
  ];
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.health, matches);

export default function Health({ loaderData }: Route.ComponentProps) {
  const { staff, parts } = loaderData;
  return (
    <>
      <StaffHeader title={pages.health.title} staff={staff} />
      <main id="main" className="wrap staff-page health">
        {/* A plain link also works without scripting. */}
        <a className="back" href={pages.health.path}>
          {healthTexts.refresh}
        </a>
        {parts.map(({ part, title, isOk, status, advice, facts }) => (
          <section key={part} aria-labelledby={part}>
            <h2 id={part}>
              {title}{" "}
              <span className={isOk ? "tag high" : "tag low"}>
                {isOk ? healthTexts.ok : healthTexts.problem}
              </span>
            </h2>
            <p>{status}</p>
            {advice === undefined ? null : <p className="soft small">{advice}</p>}
            <FactList facts={facts} />
          </section>
        ))}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ForbiddenPage page={pages.health} error={error} text={healthTexts.forbidden} />;
}
