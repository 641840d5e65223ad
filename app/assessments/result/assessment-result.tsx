import { practice } from "#content/practice.ts";
import { Message } from "#app/ui/fields/message.tsx";
import type { IslandScripts } from "#app/ui/islands/island.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import {
  assessmentNotices,
  emailedNotice,
  levelMessages,
} from "#app/assessments/questions/assessment.messages.ts";
import { ClosingInvitation } from "#app/pages/document/closing-invitation.tsx";
import { BackToArticle } from "#app/assessments/form/back-to-article.tsx";
import { KeepResult } from "./keep-result.tsx";
import { NextSteps } from "./result-next-steps.tsx";
import { completeId, emailedId } from "#app/assessments/questions/result-path.ts";
import { ResultTable } from "./result-table.tsx";
import {
  questionSetVersion as currentVersion,
  type StoredAnswers,
} from "#app/assessments/questions/questions.ts";
import {
  describeLevels,
  highestReadiness,
  highestScore,
  type Level,
  getReadiness,
} from "#app/assessments/questions/score.ts";
import { ScoreDial } from "./score-dial.tsx";
import "./assessment-result.css";

export type AssessmentResultProps = {
  name: string;
  answers: StoredAnswers;
  /** The stored score and level, which are never recomputed. */
  score: number;
  level: Level;
  questionSetVersion: string;
  takenAt: Date;
  /** The scheduling page, with the reference of this assessment if it is stored. */
  bookingUrl: string;
  scripts: IslandScripts;
};

export function AssessmentResult(props: AssessmentResultProps) {
  const { name, answers, score, level, questionSetVersion, takenAt, bookingUrl, scripts } = props;
  return (
    <>
      <div className="wrap result">
        <BackToArticle />
        <Message id={completeId} {...assessmentNotices.complete} />
        <Message id={emailedId} {...emailedNotice} />
        <div className="row head">
          <h1>
            <span className="count">
              {`${score} `}
              <small>{`of ${highestScore} `}</small>
            </span>
            <span>{level}</span>
          </h1>
          <div className="note">
            <p>
              {name}
              <br />
              <time dateTime={takenAt.toISOString()}>{dayOf(takenAt)}</time>
            </p>
            {questionSetVersion === currentVersion ? (
              <p>
                {`${getReadiness(answers)} of ${highestReadiness} without the last question, which asks about your priorities.`}
              </p>
            ) : (
              <p>
                You answered an earlier version of these questions. Your score and level are unchanged; the
                wording is today’s.
              </p>
            )}
          </div>
          <div className="words">
            <p className="lead">{levelMessages[level]}</p>
            <p className="acts">
              <OutsideLink className="btn press" href={bookingUrl}>
                Schedule Your Strategy Call
              </OutsideLink>
            </p>
          </div>
          <ScoreDial score={score} level={level} />
          <p className="small soft dial-caption">{`One ring per point. ${describeLevels()}.`}</p>
        </div>
        <NextSteps answers={answers} />
        <ResultTable answers={answers} score={score} />
        <KeepResult scripts={scripts} />
      </div>
      <ClosingInvitation {...closing} bookingUrl={bookingUrl}>
        <a className="btn quiet" href={`tel:${practice.phone.dial}`}>
          {`Call ${practice.phone.display}`}
        </a>
      </ClosingInvitation>
    </>
  );
}

const closing = {
  heading: "Go through your answers with an advisor",
  note: "Thirty minutes, at no charge. You’ll learn what to do first, and by when.",
};

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: practice.timeZone });

function dayOf(instant: Date): string {
  return dayFormat.format(instant);
}
