import { data, redirect } from "react-router";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { readArrival } from "#app/intake/receive/receive-submission.server.ts";
import { readConsentBoxes, readFormTokenField } from "#app/intake/form/submission-fields.ts";
import { limitNotice } from "#app/intake/form/submission.messages.ts";
import { formTokenPlaceholder } from "#app/pages/delivery/form-token-placeholder.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { listFormDocuments } from "#app/pages/delivery/browser-documents.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { errorTable } from "#app/platform/errors.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { Island } from "#app/ui/islands/island.tsx";
import type { Route } from "./+types/assessment.route";
import { AssessmentForm, type AssessmentFormState } from "./assessment-form.tsx";
import { BackToArticle } from "./back-to-article.tsx";
import { alreadyReceived, assessmentNotices } from "#app/assessments/questions/assessment.messages.ts";
import { ExampleResult } from "#app/assessments/introduction/example-result.tsx";
import { Introduction } from "#app/assessments/introduction/introduction.tsx";
import { assessmentSchema, rejectionNotice } from "#app/assessments/questions/assessment.schema.ts";
import { completeId, resultPath } from "#app/assessments/questions/result-path.ts";
import { describeLevels, highestScore } from "#app/assessments/questions/score.ts";
import { practice } from "#content/practice.ts";
import { receiveAssessment } from "#app/assessments/submission/receive-assessment.server.ts";

export const handle = { scripts: "island", shared: true, form: "assessment" } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  return { scripts: servicesOf(context).assets.island("assessment"), formToken: formTokenPlaceholder };
}

/** Receives the form without scripting. With scripting, the island sends the same answers to the JSON endpoint. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { clientAddress, requestId } = factsOf(context);
  const fields = await readForm(request);
  const form = parseForm(assessmentSchema, fields);
  const consent = readConsentBoxes(fields);
  if (!form.ok) {
    const { values, fieldErrors: errors } = form;
    const formToken = readFormTokenField(fields);
    return renderAgain(400, { values, errors, consent, formToken, notice: rejectionNotice(values, errors) });
  }
  const again = { values: form.value, consent };
  try {
    const arrival = readArrival(services, { headers: request.headers, clientAddress, fields });
    const outcome = await receiveAssessment(services, arrival, { input: form.value });
    if (outcome.ok) {
      if (outcome.resultKey === null) return renderAgain(200, { ...again, notice: alreadyReceived(outcome) });
      return redirect(`${resultPath(outcome.resultKey)}#${completeId}`, 303);
    }
    if (outcome.reason === "confirmation-required") return redirect(pages.checkEmail.path, 303);
    const limited = { ...again, notice: limitNotice(outcome) };
    return renderAgain(errorTable[outcome.reason].status, limited, outcome.retryAfterSeconds);
  } catch (error) {
    // The error page would lose what the person typed.
    services.log.error("intake.assessment_not_stored", { requestId, error });
    const status = isUnavailable(error) ? 503 : 500;
    return renderAgain(status, { ...again, notice: assessmentNotices.failed });
  }
}

/** Renders the form with its entries and errors. */
function renderAgain(
  status: number,
  state: Omit<AssessmentFormState, "formToken"> & { formToken?: string | undefined },
  retryAfterSeconds?: number,
) {
  const headers = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  return data(state, { status, headers });
}

/** Without this, React Router omits the action's headers from the page. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.assessment, matches);

export default function AssessmentRoute({ loaderData, actionData }: Route.ComponentProps) {
  const formToken = actionData?.formToken ?? loaderData.formToken;
  const state: AssessmentFormState = { ...actionData, formToken };
  return (
    <div className="wrap">
      <BackToArticle />
      <div className="row assess-page">
        <Introduction />
        <Island scripts={loaderData.scripts} props={state} documents={listFormDocuments()}>
          <AssessmentForm {...state} />
        </Island>
        <ExampleResult />
        <PaperScore />
      </div>
    </div>
  );
}

/** For owners who answer on paper: where to write the score, what it means, and where to send the sheets. */
function PaperScore() {
  const { street, city, state, postalCode } = practice.postalAddress;
  return (
    <div className="on-paper paper-score">
      <p>
        <b>{`Your score: ______ of ${highestScore}.`}</b>
        {` Add the numbers beside your answers. ${describeLevels()}.`}
      </p>
      <p>
        {`For a next step on each answer, complete the form at ${practice.website}${pages.assessment.path}, or send these sheets to ${practice.firmName}, ${street}, ${city}, ${state} ${postalCode}.`}
      </p>
    </div>
  );
}
