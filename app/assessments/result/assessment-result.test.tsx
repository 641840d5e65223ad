import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { practice } from "#content/practice.ts";
import { AssessmentResult, type AssessmentResultProps } from "./assessment-result.tsx";
import { type Answers, questionSetVersion } from "#app/assessments/questions/questions.ts";
import { scoreAssessment } from "#app/assessments/questions/score.ts";

const answers: Answers = {
  q1: "mostly",
  q2: "cpa",
  q3: "discussed",
  q4: "havent",
  q5: "estimate",
  q6: "good",
  q7: "legacy",
};
const strongest: Answers = {
  q1: "ready",
  q2: "structured",
  q3: "documented",
  q4: "mapped",
  q5: "formal",
  q6: "ready",
  q7: "taxes",
};

describe("the result", () => {
  const html = render(answers);

  test("says score and level in one heading", () => {
    expect(textOf(/<h1>(.*?)<\/h1>/s, html)).toBe("13 of 21 Making Progress");
    expect(html).toContain("10 of 18");
    expect(html).toContain("13/21");
  });

  test("draws one ring per point that can be had, as many grown as points were", () => {
    expect(ringsIn("grown", html)).toBe(13);
    expect(ringsIn("to-grow", html)).toBe(8);
    expect(html).toContain("13 of 21 rings drawn: Making Progress, which runs from 11 to 16");
  });

  test("shows a move for every weak answer, three first and the others after those", () => {
    const titles = [...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title);
    expect(titles).toHaveLength(6);
    expect(titles.slice(0, 3)).toEqual([
      "Decide who it is for",
      "Ask your CPA three things",
      "Turn the estimate into a valuation",
    ]);
    expect(textOf(/<h2>(.*?)<\/h2>/s, html)).toBe("3 next moves, from your three weakest answers");
    expect(html).toContain('start="4"');
  });

  test("repeats every answer with its score and its meaning", () => {
    expect(html.match(/<th scope="row">/g)).toHaveLength(8);
    expect(html).toContain("That is for our CPA, when the time comes");
    expect(html).toContain("Good enough to plan on, too soft to negotiate with.");
    expect(html.match(/class="unseen">2 of 3</g)).toHaveLength(4);
  });

  test("offers the call in a new tab, and tells the other site nothing", () => {
    expect(html).toContain(
      `href="${practice.schedulingUrl}" target="_blank" rel="noopener noreferrer">Schedule Your Strategy Call</a>`,
    );
  });

  test("dates itself by the practice's calendar, not by the server's", () => {
    expect(html).toContain("July 17, 2025");
  });

  test("carries no style attribute and no script", () => {
    expect(html).not.toMatch(/ style=|<script/);
  });
});

test("a result without a weak answer names what to keep current", () => {
  const html = render(strongest);
  expect(textOf(/<h2>(.*?)<\/h2>/s, html)).toBe("3 things to keep current");
  expect(html).not.toContain("next moves");
});

test("a single weak answer makes a single move", () => {
  const html = render({ ...strongest, q5: "estimate" });
  expect(textOf(/<h2>(.*?)<\/h2>/s, html)).toBe("1 next move, from your weakest answer");
  expect(html).not.toContain("After those");
});

test("a result of earlier questions keeps its score and level, and says that the wording is today's", () => {
  const html = render(answers, { score: 17, level: "Exit Ready", questionSetVersion: "2024-01-01" });
  expect(textOf(/<h1>(.*?)<\/h1>/s, html)).toBe("17 of 21 Exit Ready");
  expect(html).toContain("17/21");
  expect(ringsIn("grown", html)).toBe(17);
  expect(html).toContain("an earlier edition of these questions");
  expect(html).not.toContain("of 18");
});

test("two make two", () => {
  const html = render({ ...strongest, q5: "estimate", q6: "piece" });
  expect(textOf(/<h2>(.*?)<\/h2>/s, html)).toBe("2 next moves, from your two weakest answers");
});

function render(given: Answers, stored: Partial<AssessmentResultProps> = {}): string {
  return renderToStaticMarkup(
    <AssessmentResult
      name="Thomas Avery"
      answers={given}
      {...scoreAssessment(given)}
      questionSetVersion={questionSetVersion}
      // 10 PM on the 17th at the practice is already the 18th in UTC.
      takenAt={new Date("2025-07-18T03:00:00Z")}
      {...stored}
    />,
  );
}

/** The words that a screen reader would read in the first match. */
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
