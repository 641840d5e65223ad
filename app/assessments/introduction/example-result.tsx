import { growRings, ringsPath } from "#app/pages/rings.ts";
import { Notches } from "#app/assessments/drawings/notches.tsx";
import { exampleAnswers } from "#app/assessments/questions/questions.ts";
import {
  getChosenAnswers,
  highestScore,
  nextMoves,
  scoreAssessment,
} from "#app/assessments/questions/score.ts";
import "./example-result.css";

const rings = growRings({ count: highestScore, radius: 300, seed: 21 });

/** A look at the result page: the score, the topics and the first next step. */
export function ExampleResult() {
  const { score, level } = scoreAssessment(exampleAnswers);
  const [move] = nextMoves(exampleAnswers);
  return (
    <section className="example-result" aria-labelledby="example-result">
      <h2 id="example-result">Example of a result</h2>
      <p className="small soft">From invented answers. Yours will differ.</p>
      <div className="example-score">
        <svg viewBox="-320 -320 640 640" aria-hidden="true">
          <path d={ringsPath(rings.slice(score))} />
          <path className="grown" d={ringsPath(rings.slice(0, score))} />
        </svg>
        <p>
          <b>{score}</b>
          {` of ${highestScore} `}
          <span className="line serif">{level}</span>
        </p>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari removes the list role together with the markers */}
      <ul role="list">
        {getChosenAnswers(exampleAnswers).map(({ question, option }) => (
          <li key={question.id}>
            {`${question.topic} `}
            <Notches score={option.score} />
          </li>
        ))}
      </ul>
      <p className="small soft example-preference">
        The last question has no wrong answer. Your result also shows the score without it.
      </p>
      <div className="example-step">
        <p className="small soft">The first next step</p>
        <h3>{move?.title}</h3>
        <p>{move?.text}</p>
      </div>
    </section>
  );
}
