import { redirect } from "react-router";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { createBookingUrl } from "#app/pages/document/booking-url.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import type { Route } from "./+types/assessment-result.route";
import { AssessmentResult } from "./assessment-result.tsx";
import { questionIds, type StoredAnswers } from "#app/assessments/questions/questions.ts";
import { findAssessmentByResultKey } from "#app/assessments/submission/find-assessment.server.ts";
import { emailedId, resultPath } from "#app/assessments/questions/result-path.ts";
import { emailResultAgain } from "#app/assessments/submission/email-result.server.ts";
import { parseLevel } from "#app/assessments/questions/score.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Anyone who has the URL can read the result. The URL is not listed, logged or indexed. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const found = await findResult(services.db, params.key);
  const scripts = services.assets.island("printResult");
  const { name, score, scoreLevel, questionSetVersion, createdAt, bookingReference } = found;
  const answers: StoredAnswers = Object.fromEntries(questionIds.map((id) => [id, found[id]]));
  return {
    name,
    answers,
    score,
    level: parseLevel(scoreLevel),
    questionSetVersion,
    takenAt: createdAt,
    bookingUrl: createBookingUrl(bookingReference),
    scripts,
  };
}

/** Sends the email with the result again. A quarantined submission has a result but no email, and gets the same response. */
export async function action({ context, params }: Route.ActionArgs) {
  const services = servicesOf(context);
  await findResult(services.db, params.key);
  const { clientAddress } = factsOf(context);
  await emailResultAgain(services, { resultKey: params.key, clientAddress });
  return redirect(`${resultPath(params.key)}#${emailedId}`, 303);
}

async function findResult(db: Parameters<typeof findAssessmentByResultKey>[0], key: string) {
  // PostgreSQL rejects text with a NUL character, so an invalid key never reaches the database.
  const isKey = /^[\w-]{20,64}$/.test(key);
  const found = isKey && (await findAssessmentByResultKey(db, key));
  if (!found) throw new AppError("not-found", "No assessment result has this key.");
  return found;
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.assessmentResult, matches),
  // The URL is secret. With `strict-origin`, the next page could still read it from the tab's navigation entries.
  { name: "referrer", content: "origin" },
];

export default function AssessmentResultRoute({ loaderData }: Route.ComponentProps) {
  return <AssessmentResult {...loaderData} />;
}
