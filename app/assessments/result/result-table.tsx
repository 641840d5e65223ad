import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import type { Answers } from "#app/assessments/questions/questions.ts";
import { getChosenAnswers, highestScore, levels } from "#app/assessments/questions/score.ts";
import { Notches } from "#app/assessments/drawings/notches.tsx";
import {
  ColumnHeaders,
  RowHeader,
  Table,
  TableBody,
  TableCell,
  TableFoot,
  TableRow,
} from "#app/ui/table/table.tsx";

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
      <Table className="topics text">
        <ColumnHeaders labels={["Topic", "Score", "You said", "What it means"]} />
        <TableBody>
          {getChosenAnswers(answers).map(({ question, option }) => (
            <TableRow key={question.id}>
              <RowHeader>{question.topic}</RowHeader>
              <TableCell>
                <Notches score={option.score} />
              </TableCell>
              <TableCell>{option.label}</TableCell>
              <TableCell>{option.meaning}</TableCell>
            </TableRow>
          ))}
        </TableBody>
        <TableFoot>
          <TableRow>
            <RowHeader>Total</RowHeader>
            <TableCell colSpan={3} className="num">
              {`${score}/${highestScore}`}
            </TableCell>
          </TableRow>
        </TableFoot>
      </Table>
    </section>
  );
}
