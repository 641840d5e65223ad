import { errorWiring, FieldError } from "#app/ui/fields/field.tsx";
import { submitLabel, submittingStatus } from "#app/assessments/questions/assessment.messages.ts";
import { stepIds } from "./assessment-steps.ts";
import { type Question, questions } from "#app/assessments/questions/questions.ts";

type QuestionStepProps = {
  /** 0 for the first question. */
  index: number;
  chosen: string | undefined;
  error: string | undefined;
  isStart: boolean;
  isSubmitting: boolean;
};

/** One question with its number, its answers, and the links to the previous and next step. */
export function QuestionStep({ index, chosen, error, isStart, isSubmitting }: QuestionStepProps) {
  const question: Question | undefined = questions[index];
  if (question === undefined) return null;
  const number = index + 1;
  const isLast = number === questions.length;
  return (
    <div className={isStart ? "row step question start" : "row step question"}>
      <p className="note" aria-hidden="true">
        <span className="count">{number}</span>
        <span className="of">{`of ${questions.length} · ${question.topic}`}</span>
      </p>
      <div className="ask">
        <Progress index={index} />
        <fieldset id={question.id} role="radiogroup" tabIndex={-1} {...errorWiring(question.id, error)}>
          <legend className="legend">
            <span className="unseen">{`Question ${number} of ${questions.length}: `}</span>
            {question.question}
          </legend>
          {question.options.map((option) => (
            <label className="opt" key={option.value}>
              <input
                type="radio"
                name={question.id}
                value={option.value}
                required
                defaultChecked={option.value === chosen}
              />
              <b>{option.score}</b>
              <span>{option.label}</span>
            </label>
          ))}
        </fieldset>
        <FieldError name={question.id} message={error} />
        <p className={isLast ? "acts" : "acts stepped"}>
          <a className="btn quiet stepped" href={`#${stepIds[index]}`}>
            Back
          </a>
          {isLast ? (
            <button className="btn press grow" type="submit" aria-disabled={isSubmitting}>
              {submitLabel}
            </button>
          ) : (
            <a className="btn press grow stepped" href={`#${stepIds[number + 1]}`} data-next="">
              Next question
            </a>
          )}
        </p>
        {isLast ? (
          <p className="small" role="status">
            {isSubmitting ? submittingStatus : null}
          </p>
        ) : null}
        <p className="small soft stepped keys">
          Press <kbd>1</kbd>, <kbd>2</kbd> or <kbd>3</kbd> to answer; <kbd>←</kbd> and <kbd>→</kbd> to move.
        </p>
        <p className="small soft why">
          <b>Why we ask.</b> {question.why}
        </p>
      </div>
    </div>
  );
}

/** One mark per question. It is hidden from screen readers because the legend contains the number. */
function Progress({ index }: { index: number }) {
  return (
    <div className="steps stepped" aria-hidden="true">
      {questions.map(({ id }, at) => (
        <i key={id} className={at < index ? "on" : at === index ? "now" : undefined} />
      ))}
    </div>
  );
}
