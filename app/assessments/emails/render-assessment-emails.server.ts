import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { answersSchema } from "#app/assessments/questions/assessment.schema.ts";
import { questionIds } from "#app/assessments/questions/questions.ts";
import { resultPath } from "#app/assessments/questions/result-path.ts";
import { levelNamed } from "#app/assessments/questions/score.ts";
import { findConsent } from "#app/intake/consent/find-consent.server.ts";
import type { Compose, Composers } from "#app/email/rendering/email-content.ts";
import { assessmentResultEmail } from "./assessment-result.email.server.ts";
import { newAssessmentEmail } from "./new-assessment.email.server.ts";

type Deps = { db: Kysely<Database>; siteUrl: string };

/** Writes the letters about assessments. Each is about a row of `pre_loi_assessments`. */
export function assessmentComposers(deps: Deps): Composers {
  return { "new-assessment": composeNews(deps), "assessment-result": composeResult(deps) };
}

function composeNews({ db, siteUrl }: Deps): Compose {
  return async (id) => {
    const assessment = await db
      .selectFrom("preLoiAssessments")
      .select(["name", "email", "phone", "score", "scoreLevel"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (assessment === undefined) return undefined;
    const consent = await findConsent(db, assessment.email);
    return newAssessmentEmail({ ...assessment, level: assessment.scoreLevel, consent, siteUrl });
  };
}

/** The key of the private address leaves with the letter, and stands nowhere in what is kept of it. */
function composeResult({ db, siteUrl }: Deps): Compose {
  return async (id) => {
    const assessment = await db
      .selectFrom("preLoiAssessments")
      .select([...questionIds, "score", "scoreLevel", "createdAt", "resultKey"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (assessment === undefined) return undefined;
    const { score, scoreLevel, createdAt, resultKey } = assessment;
    const content = assessmentResultEmail({
      answers: answersSchema.parse(assessment),
      score,
      level: levelNamed(scoreLevel),
      takenAt: createdAt,
      resultUrl: siteUrl + resultPath(resultKey),
    });
    return { ...content, secrets: [resultKey] };
  };
}
