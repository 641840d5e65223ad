import { describe, expect, test } from "vitest";
import { keepCurrent } from "#app/assessments/questions/assessment.messages.ts";
import { type Answers, questions } from "#app/assessments/questions/questions.ts";
import { highestScore, nextMoves, scoreAssessment } from "#app/assessments/questions/score.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { anAssessment, answersScoring, assessmentScore } from "#tests/kit/an-assessment.ts";
import { assessmentResultEmail } from "./assessment-result.email.server.ts";

const siteUrl = "https://www.example.com";
const resultKey = "an-unguessable-key";

function render(answers: Answers) {
  const takenAt = new Date("2026-11-22T03:00:00Z");
  return assessmentResultEmail.render(
    { answers, ...scoreAssessment(answers), takenAt, resultKey, bookingReference: "a-reference" },
    { siteUrl },
  );
}

function textOf(answers: Answers): string {
  const layout = {
    category: "transactional",
    siteUrl,
    postalAddressLines: [],
    preferencesKey: "key",
  } as const;
  return renderEmail(render(answers), layout).text;
}

const best = answersScoring(3);

describe("the email with a result", () => {
  test("contains the score, the level, the first three moves in order and the link to the private page", () => {
    const text = textOf(anAssessment());
    expect(text.startsWith(`${assessmentScore} of ${highestScore}, Making Progress\n\n`)).toBe(true);
    const [first, second, third, fourth] = nextMoves(anAssessment());
    const places = [first, second, third].map((move, index) =>
      text.indexOf(`${index + 1}. ${move?.title}\n${move?.text}`),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).not.toContain(fourth?.title);
    expect(text).toContain(`Open your result:\n${siteUrl}/pre-loi-assessment/result/${resultKey}\n`);
  });

  test("states why it was sent, the day in the firm’s time zone and what to do, for a person who did not ask for it", () => {
    const text = textOf(anAssessment());
    expect(text).toContain("took the Pre-LOI Assessment on our site on Saturday, November 21, 2026 and");
    expect(text).toContain("If this wasn’t you, someone may have mistyped an address.");
  });

  test("reveals nothing on a locked screen, and contains nothing that was typed", () => {
    const typed = anAssessment({ name: "BUY NOW https://evil.example", phone: "+1 900 555 0100" });
    const { subject, preview } = render(typed);
    expect(`${subject} ${preview}`).not.toMatch(/\d|Progress/);
    expect(textOf(typed)).not.toMatch(/evil|900 555/);
  });

  test("lists what to keep current if no answer is weak, and one move if one answer is", () => {
    expect(textOf(best)).toContain(`1. ${keepCurrent[0].title}\n`);
    expect(textOf({ ...best, [questions[0].id]: questions[0].options[1].value })).toContain(
      "Your most important next step:\n\n1. ",
    );
  });
});
