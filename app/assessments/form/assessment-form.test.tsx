import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { AssessmentForm } from "./assessment-form.tsx";
import { assessmentNotices } from "#app/assessments/questions/assessment.messages.ts";
import { questions } from "#app/assessments/questions/questions.ts";

describe("the form that the server sends", () => {
  const html = renderToStaticMarkup(<AssessmentForm formToken="token" />);

  test("asks everything on one page and posts it, without any script", () => {
    expect(html).toContain('<form class="assess" action="/pre-loi-assessment" method="post">');
    expect(html.match(/<fieldset/g)).toHaveLength(9);
    expect(html.match(/<input [^>]*type="radio"/g)).toHaveLength(21);
    expect(html.match(/<input [^>]*required=""/g)).toHaveLength(24);
    for (const { question } of questions) expect(html).toContain(question.replaceAll("'", "&#x27;"));
    expect(html.match(/<button/g)).toHaveLength(1);
    expect(html).toContain("Get My Assessment Results</button>");
  });

  test("leads from step to step with plain links", () => {
    const links = [...html.matchAll(/href="#([^"]+)" data-next/g)].map(([, id]) => id);
    expect(links).toEqual(questions.map(({ id }) => id));
    for (const id of links) expect(html).toContain(`<fieldset id="${id}"`);
  });

  test("carries no style attribute and no handler, which the policy of the page forbids", () => {
    expect(html).not.toMatch(/ style=| on[a-z]+=/);
  });

  test("starts with the contact details", () => {
    expect(html.match(/class="row step[^"]*start"/g)).toEqual(['class="row step start"']);
  });
});

describe("a form that was not accepted", () => {
  const html = renderToStaticMarkup(
    <AssessmentForm
      formToken="token"
      values={{ name: 'Tom "T" <Avery>', q1: "mostly", q3: "no such answer" }}
      errors={{ q3: "Please choose one of the three answers", q5: "Please choose one of the three answers" }}
      notice={assessmentNotices.incomplete}
    />,
  );

  test("says so above, and beside each field", () => {
    expect(html).toMatch(/role="alert"[^>]*><p><b>Please complete all fields<\/b>/);
    expect(html).toContain(
      '<fieldset id="q3" role="radiogroup" tabindex="-1" aria-invalid="true" aria-describedby="q3-error"',
    );
    expect(html).toContain('id="q3-error">Please choose one of the three answers');
  });

  test("starts with the first step that has something to mend", () => {
    expect(html).toMatch(/class="row step question start">.{0,400}id="q3"/s);
  });

  test("keeps what was typed, as text and nothing else", () => {
    expect(html).toContain('value="Tom &quot;T&quot; &lt;Avery&gt;"');
    expect(html.match(/checked=""[^>]*>/g)).toHaveLength(1);
    expect(html).toMatch(/<input [^>]*checked=""[^>]*value="mostly"|value="mostly"[^>]*checked=""/);
  });
});

test("while it is sending, the button is marked and the status says so", () => {
  const html = renderToStaticMarkup(<AssessmentForm formToken="token" isSubmitting />);
  expect(html).toContain('aria-disabled="true">Get My Assessment Results');
  expect(html).toContain('role="status">Sending your answers…');
});
