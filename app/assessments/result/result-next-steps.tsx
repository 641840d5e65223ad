import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { keepCurrent } from "#app/assessments/questions/assessment.messages.ts";
import type { NextMove, StoredAnswers } from "#app/assessments/questions/questions.ts";
import { firstMoves, hasAllAnswers, nextMoves } from "#app/assessments/questions/score.ts";

/** A next move for every weak answer, or what to keep current. */
export function NextSteps({ answers }: { answers: StoredAnswers }) {
  const moves = nextMoves(answers);
  if (moves.length === 0) {
    return (
      <section className="row">
        <NumeralHeading lines={["Three things to keep current"]} />
        <p className="note">
          {hasAllAnswers(answers) ? "You have no weak answers. " : ""}
          Readiness lasts only if you maintain it.
        </p>
        <MoveList moves={keepCurrent} from={1} />
      </section>
    );
  }
  const first = moves.slice(0, firstMoves);
  const later = moves.slice(firstMoves);
  return (
    <section className="row">
      <NumeralHeading lines={[headings[first.length] ?? ""]} />
      <p className="note">From your weakest answers, in the order we would tackle them.</p>
      <div className="text">
        <MoveList moves={first} from={1} />
        {later.length === 0 ? null : (
          <>
            <p className="after serif">After that</p>
            <MoveList moves={later} from={first.length + 1} />
          </>
        )}
      </div>
    </section>
  );
}

function MoveList({ moves, from }: { moves: readonly NextMove[]; from: number }) {
  return (
    <ol className="moves text" start={from}>
      {moves.map(({ title, text }, index) => (
        <li key={title}>
          <i aria-hidden="true">{from + index}</i>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** By the number of moves that are shown first. */
const headings: readonly string[] = [
  "",
  "Your most important next step",
  "Your two most important next steps",
  "Your three most important next steps",
];
