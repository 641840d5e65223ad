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

/** Whoever knows the address may read the result; it is in no list, no log and no search engine. */
export async function loader({ context, params }: Route.LoaderArgs) {
  // What cannot be a key is not worth a question to the database, which would stumble over a NUL.
  const isKey = /^[\w-]{20,64}$/.test(params.key);
  const found = isKey && (await findAssessmentByResultKey(servicesOf(context).db, params.key));
  if (!found) throw new AppError("not-found", "no result at this address");
  const { name, score, scoreLevel, questionSetVersion, createdAt } = found;
  const answers = answersSchema.parse(found);
  return { name, answers, score, level: levelNamed(scoreLevel), questionSetVersion, takenAt: createdAt };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.assessmentResult, matches),
  // Its address is a secret. `origin`, not `strict-origin`: after the latter the next page still finds it in the list of entries of its tab.
  { name: "referrer", content: "origin" },
];

export default function AssessmentResultRoute({ loaderData }: Route.ComponentProps) {
  return <AssessmentResult {...loaderData} />;
}
