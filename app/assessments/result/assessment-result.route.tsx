import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import type { Route } from "./+types/assessment-result.route";
import { AssessmentResult } from "./assessment-result.tsx";
import { answersSchema } from "#app/assessments/questions/assessment.schema.ts";
import { findAssessmentByResultKey } from "#app/assessments/submission/find-assessment.server.ts";
import { levelNamed } from "#app/assessments/questions/score.ts";

export const handle = { scripts: "none", shared: false } satisfies PageHandle;

/** Anyone who has the URL can read the result. The URL is not listed, logged or indexed. */
export async function loader({ context, params }: Route.LoaderArgs) {
  // PostgreSQL rejects text with a NUL character, so an invalid key never reaches the database.
  const isKey = /^[\w-]{20,64}$/.test(params.key);
  const found = isKey && (await findAssessmentByResultKey(servicesOf(context).db, params.key));
  if (!found) throw new AppError("not-found", "no result with this key");
  const { name, score, scoreLevel, questionSetVersion, createdAt } = found;
  const answers = answersSchema.parse(found);
  return { name, answers, score, level: levelNamed(scoreLevel), questionSetVersion, takenAt: createdAt };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.assessmentResult, matches),
  // The URL is secret. With `strict-origin`, the next page could still read it from the tab's navigation entries.
  { name: "referrer", content: "origin" },
];

export default function AssessmentResultRoute({ loaderData }: Route.ComponentProps) {
  return <AssessmentResult {...loaderData} />;
}
