import { questions } from "#app/assessments/questions/questions.ts";
import { highestScore } from "#app/assessments/questions/score.ts";
import { countInWords } from "#app/platform/text/count-in-words.ts";
import "./introduction.css";

/** What the assessment is and what the reader gets. The question steps hide it, except from screen readers. */
export function Introduction() {
  return (
    <>
      <h1>
        <span>{`${countInWords(questions.length)} questions to answer before a letter of intent`}</span>
      </h1>
      <p className="note">About three minutes. You don’t need to look anything up.</p>
      <p className="lead">
        {`Answer as things stand today. You’ll get a score out of ${highestScore}, an explanation of each answer and a next step wherever you can improve.`}
      </p>
    </>
  );
}
