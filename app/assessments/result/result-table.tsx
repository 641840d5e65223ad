import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import type { StoredAnswers } from "#app/assessments/questions/questions.ts";
import { getChosenAnswers, highestScore, levels } from "#app/assessments/questions/score.ts";
import { Notches } from "#app/assessments/drawings/notches.tsx";
import { ColumnHeaders } from "#app/ui/table/column-headers.tsx";

const [early, middle, ready] = levels;

/** Every topic with its score, the answer and its meaning. */
export function ResultTable({ answers, score }: { answers: StoredAnswers; score: number }) {
  return (
    <section className="row">
      <NumeralHeading lines={["Your answers, topic by topic"]} />
      <p className="note">
        {`Each answer scores 1 to 3. A total of ${early.to} or less is ${early.level}, ${middle.from} to ${middle.to} is ${middle.level}, `}
        {`and ${ready.from} or more is ${ready.level}.`}
      </p>
      <table className="topics text">
        <ColumnHeaders labels={["Topic", "Score", "You said", "What it means"]} />
        <tbody>
          {getChosenAnswers(answers).map(({ question, option }) => (
            <tr key={question.id}>
              <th scope="row">{question.topic}</th>
              <td>
                <Notches score={option.score} />
              </td>
              <td>{option.label}</td>
              <td>{option.meaning}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td colSpan={3} className="num">
              {`${score}/${highestScore}`}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
