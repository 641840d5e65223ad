import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { highestScore } from "#app/assessments/questions/score.ts";
import { questions } from "#app/assessments/questions/questions.ts";
import { ExampleResult } from "./example-result.tsx";
import { Introduction } from "./introduction.tsx";

test("the introduction has the number of questions and the highest score", () => {
  const html = renderToStaticMarkup(<Introduction />);
  expect(questions).toHaveLength(7);
  expect(html).toContain("Seven questions to answer before a letter of intent");
  expect(html).toContain(`a score out of ${highestScore}`);
});

describe("the example of a result", () => {
  const html = renderToStaticMarkup(<ExampleResult />);

  test("says that its answers are invented", () => {
    expect(html).toContain("From invented answers. Yours will differ.");
  });

  test("has a score that is the sum of its marks, and one ring per point", () => {
    const [, score = ""] = /<b>(\d+)<\/b>/.exec(html) ?? [];
    expect(html.match(/<i class="on">/g)).toHaveLength(Number(score));
    const [, grown = ""] = /<path class="grown" d="([^"]*)"/.exec(html) ?? [];
    expect(grown.match(/m/gi)).toHaveLength(Number(score));
  });

  test("lists every topic", () => {
    for (const { topic } of questions) expect(html).toContain(`<li>${topic} `);
  });
});
