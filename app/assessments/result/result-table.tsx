/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop the roles of a table that is displayed as blocks, so they are explicit */
import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import type { Answers } from "#app/assessments/questions/questions.ts";
import { getChosenAnswers, highestScore, levels } from "#app/assessments/questions/score.ts";
import { Notches } from "#app/assessments/drawings/notches.tsx";

const [early, middle, ready] = levels;

/** Every topic with its score, the answer and its meaning. */
export function ResultTable({ answers, score }: { answers: Answers; score: number }) {
  return (
    <section className="row">
      <NumeralHeading lines={["Your answers, topic by topic"]} />
      <p className="note">
        {`Each answer scores 1 to 3. A total of ${early.to} or less is ${early.level}, ${middle.from} to ${middle.to} is ${middle.level}, `}
        {`and ${ready.from} or more is ${ready.level}.`}
      </p>
      <table role="table" className="topics text">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Topic
            </th>
            <th scope="col" role="columnheader">
              Score
            </th>
            <th scope="col" role="columnheader">
              You said
            </th>
            <th scope="col" role="columnheader">
              What it means
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {getChosenAnswers(answers).map(({ question, option }) => (
            <tr role="row" key={question.id}>
              <th scope="row" role="rowheader">
                {question.topic}
              </th>
              <td role="cell">
                <Notches score={option.score} />
              </td>
              <td role="cell">{option.label}</td>
              <td role="cell">{option.meaning}</td>
            </tr>
          ))}
        </tbody>
        <tfoot role="rowgroup">
          <tr role="row">
            <th scope="row" role="rowheader">
              Total
            </th>
            <td role="cell" colSpan={3} className="num">
              {`${score}/${highestScore}`}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
