import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { practice } from "#content/practice.ts";
import { AssessmentResult, type AssessmentResultProps } from "./assessment-result.tsx";
import { type Answers, questions, questionSetVersion } from "#app/assessments/questions/questions.ts";
import {
  getReadiness,
  getChosenAnswers,
  highestReadiness,
  highestScore,
  nextMoves,
  scoreAssessment,
} from "#app/assessments/questions/score.ts";
import { anAssessment, answersScoring, assessmentScore } from "#tests/kit/an-assessment.ts";

const answers = anAssessment();
const strongest = answersScoring(3);

describe("the result", () => {
  const html = render(answers);

  test("states the score and level in one heading", () => {
    expect(textOf(/<h1>(.*?)<\/h1>/s, html)).toBe(`${assessmentScore} of ${highestScore} Making Progress`);
    expect(html).toContain(`${getReadiness(answers)} of ${highestReadiness}`);
    expect(html).toContain(`${assessmentScore}/${highestScore}`);
  });

  test("draws one ring per possible point, and fills one per scored point", () => {
    expect(ringsIn("grown", html)).toBe(assessmentScore);
    expect(ringsIn("to-grow", html)).toBe(highestScore - assessmentScore);
    expect(html).toContain(
      `${assessmentScore} of ${highestScore} rings drawn: Making Progress, which runs from 11 to 16`,
    );
  });

  test("lists a move for every weak answer: three first, and then the others", () => {
    const titles = [...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title);
    expect(titles).toEqual(nextMoves(answers).map(({ title }) => title));
    expect(textOf(/<h2>(.*?)<\/h2>/s, html)).toBe("Your three most important next steps");
    expect(html).toContain('start="4"');
  });

  test("lists every answer with its score and meaning", () => {
    expect(html.match(/<th scope="row"/g)).toHaveLength(questions.length + 1);
    for (const { option } of getChosenAnswers(answers)) {
      expect(html).toContain(`<td>${option.label}</td><td>${option.meaning}</td>`);
      expect(html).toContain(`class="unseen">${option.score} of 3<`);
    }
  });

  test("links to the scheduling page in a new tab, without a referrer", () => {
    expect(html).toContain(
      `href="${practice.schedulingUrl}" target="_blank" rel="noopener noreferrer">Schedule Your Strategy Call<span class="unseen"> (opens in a new tab)</span></a>`,
    );
  });

  test("ends with the same invitation to a call as the other pages", () => {
    const closing = html.slice(html.indexOf('id="contact"'));
    expect(closing).toContain(`href="${practice.schedulingUrl}"`);
    expect(closing).toContain(`href="tel:${practice.phone.dial}"`);
  });

  test("shows the date in the firm’s time zone", () => {
    expect(html).toContain("July 17, 2025");
  });

  test("has no style attributes or inline scripts", () => {
    expect(html).not.toMatch(/ style=|<script(?! type="module" async="" src="\/assets\/loader.js">)/);
  });
});

test("a result without a weak answer lists what to keep current", () => {
  const html = render(strongest);
  expect(textOf(/<h2>(.*?)<\/h2>/s, html)).toBe("Three things to keep current");
  expect(html).not.toContain("next step");
});

test("one weak answer results in one move", () => {
  const html = render({ ...strongest, ...improvable(1) });
  expect(textOf(/<h2>(.*?)<\/h2>/s, html)).toBe("Your most important next step");
  expect(html).not.toContain("After that");
});

test("a result of an earlier question set keeps its score and level, and says that the wording is today's", () => {
  const html = render(answers, { score: 17, level: "Exit Ready", questionSetVersion: "2024-01-01" });
  expect(textOf(/<h1>(.*?)<\/h1>/s, html)).toBe(`17 of ${highestScore} Exit Ready`);
  expect(html).toContain(`17/${highestScore}`);
  expect(ringsIn("grown", html)).toBe(17);
  expect(html).toContain("an earlier version of these questions");
  expect(html).not.toContain(`of ${highestReadiness}`);
});

test("two weak answers result in two moves", () => {
  const html = render({ ...strongest, ...improvable(2) });
  expect(textOf(/<h2>(.*?)<\/h2>/s, html)).toBe("Your two most important next steps");
});

/** Answers with a score of 2 to the first questions. */
function improvable(count: number): Partial<Answers> {
  return Object.fromEntries(questions.slice(0, count).map(({ id, options }) => [id, options[1].value]));
}

function render(given: Answers, stored: Partial<AssessmentResultProps> = {}): string {
  return renderToStaticMarkup(
    <AssessmentResult
      name="Thomas Avery"
      answers={given}
      {...scoreAssessment(given)}
      questionSetVersion={questionSetVersion}
      // 10 PM on July 17 in the firm’s time zone.
      takenAt={new Date("2025-07-18T03:00:00Z")}
      bookingUrl={practice.schedulingUrl}
      scripts={{ loader: "/assets/loader.js", island: "/assets/island.js" }}
      {...stored}
    />,
  );
}

/** The text that a screen reader reads in the first match. */
function textOf(pattern: RegExp, html: string): string {
  const inner = pattern.exec(html)?.[1] ?? "";
  return inner
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function ringsIn(className: string, html: string): number {
  const path = new RegExp(`<path class="${className}"[^>]* d="([^"]*)"`).exec(html)?.[1] ?? "";
  return path.match(/m/gi)?.length ?? 0;
}
