import { practice } from "#content/practice.ts";
import { Message } from "#app/ui/fields/message.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { assessmentNotices, levelMessages } from "#app/assessments/questions/assessment.messages.ts";
import { BackToArticle } from "#app/assessments/form/back-to-article.tsx";
import { ResultMoves } from "./result-next-steps.tsx";
import { completeId } from "#app/assessments/questions/result-path.ts";
import { ResultTable } from "./result-table.tsx";
import { type Answers, questionSetVersion as currentVersion } from "#app/assessments/questions/questions.ts";
import {
  highestReadiness,
  highestScore,
  type Level,
  getReadiness,
} from "#app/assessments/questions/score.ts";
import { ScoreDial } from "./score-dial.tsx";
import "./assessment-result.css";

export type AssessmentResultProps = {
  name: string;
  answers: Answers;
  /** The stored score and level, which are never recomputed. */
  score: number;
  level: Level;
  questionSetVersion: string;
  takenAt: Date;
};

export function AssessmentResult(props: AssessmentResultProps) {
  const { name, answers, score, level, questionSetVersion, takenAt } = props;
  return (
    <div className="wrap result">
      <BackToArticle />
      <Message id={completeId} {...assessmentNotices.complete} />
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
              {`${getReadiness(answers)} of ${highestReadiness}`} without the last question, which asks what
              worries you most, not how ready you are.
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
            <OutsideLink className="btn press" href={practice.schedulingUrl}>
              Schedule Your Strategy Call
            </OutsideLink>
          </p>
        </div>
        <ScoreDial score={score} level={level} />
      </div>
      <ResultMoves answers={answers} />
      <ResultTable answers={answers} score={score} />
      <section className="row keep">
        <p className="note screen-only">Keeping this page</p>
        <div className="text">
          <p>A score describes preparation, not the price you will get. It isn’t tax or legal advice.</p>
          <p className="screen-only">
            This page has a private address. Anyone who has the address can open the page, so share it with
            care. To print it or save it as a PDF,{" "}
            <span className="keys">
              press <kbd>Ctrl</kbd> <kbd>P</kbd>, or <kbd>⌘</kbd> <kbd>P</kbd> on a Mac
            </span>
            <span className="touch">use your browser’s Share or Print</span>.
          </p>
        </div>
      </section>
    </div>
  );
}

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: practice.timeZone });

function dayOf(instant: Date): string {
  return dayFormat.format(instant);
}
