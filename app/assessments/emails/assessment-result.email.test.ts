import { describe, expect, test } from "vitest";
import { keepCurrent } from "#app/assessments/questions/assessment.messages.ts";
import { type Answers, questions } from "#app/assessments/questions/questions.ts";
import { highestScore, nextMoves, scoreAssessment } from "#app/assessments/questions/score.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { anAssessment, answersScoring, assessmentScore } from "#tests/kit/an-assessment.ts";
import { assessmentResultEmail } from "./assessment-result.email.server.ts";

const resultUrl = "https://www.example.com/pre-loi-assessment/result/a-key-that-nobody-guesses";

function letterFor(answers: Answers) {
  return assessmentResultEmail({
    answers,
    ...scoreAssessment(answers),
    takenAt: new Date("2026-11-22T03:00:00Z"),
    resultUrl,
  });
}

function textOf(answers: Answers): string {
  const around = { siteUrl: "https://www.example.com", postalAddressLines: [], preferencesKey: "key" };
  return renderEmail(letterFor(answers), around).text;
}

const best = answersScoring(3);

describe("the letter with a result", () => {
  test("says score, level and the first three moves in their order, and leads to the private page", () => {
    const text = textOf(anAssessment());
    expect(text.startsWith(`${assessmentScore} of ${highestScore}, Making Progress\n\n`)).toBe(true);
    const [first, second, third, fourth] = nextMoves(anAssessment());
    const places = [first, second, third].map((move, index) =>
      text.indexOf(`${index + 1}. ${move?.title}\n${move?.text}`),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).not.toContain(fourth?.title);
    expect(text).toContain(`Open your result:\n${resultUrl}\n`);
  });

  test("tells whoever did not ask for it why it came, on which day of the practice’s, and what to do", () => {
    const text = textOf(anAssessment());
    expect(text).toContain("took the Pre-LOI Assessment on our site on Saturday, November 21, 2026,");
    expect(text).toContain("If it was not you, somebody typed your address");
  });

  test("says nothing on a locked screen, and carries nothing that was typed", () => {
    const typed = anAssessment({ name: "BUY NOW https://evil.example", phone: "+1 900 555 0100" });
    const { subject, preview } = letterFor(typed);
    expect(`${subject} ${preview}`).not.toMatch(/\d|Progress/);
    expect(textOf(typed)).not.toMatch(/evil|900 555/);
  });

  test("names what to keep current where no answer is weak, and one move where one is", () => {
    expect(textOf(best)).toContain(`1. ${keepCurrent[0].title}\n`);
    expect(textOf({ ...best, [questions[0].id]: questions[0].options[1].value })).toContain(
      "Your next move, from your weakest answer:\n\n1. ",
    );
  });
});
