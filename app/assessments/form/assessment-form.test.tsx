import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { AssessmentForm } from "./assessment-form.tsx";
import { assessmentNotices } from "#app/assessments/questions/assessment.messages.ts";
import { questions } from "#app/assessments/questions/questions.ts";

describe("the form on the server", () => {
  const html = renderToStaticMarkup(<AssessmentForm formToken="token" />);

  test("asks everything on one page and works without a script", () => {
    expect(html).toContain('<form class="assess" action="/pre-loi-assessment" method="post">');
    expect(html.match(/<fieldset/g)).toHaveLength(questions.length + 2);
    expect(html.match(/<input [^>]*type="radio"/g)).toHaveLength(questions.length * 3);
    expect(html.match(/<input [^>]*required=""/g)).toHaveLength(questions.length * 3 + 3);
    for (const { question } of questions) expect(html).toContain(question.replaceAll("'", "&#x27;"));
    expect(html.match(/<button/g)).toHaveLength(1);
    expect(html).toContain("Get My Assessment Results</button>");
  });

  test("links its steps", () => {
    const links = [...html.matchAll(/href="#([^"]+)" data-next/g)].map(([, id]) => id);
    expect(links).toEqual(questions.map(({ id }) => id));
    for (const id of links) expect(html).toContain(`<fieldset id="${id}"`);
  });

  test("has no style attributes or inline handlers, which the content security policy forbids", () => {
    expect(html).not.toMatch(/ style=| on[a-z]+=/);
  });

  test("starts with the contact details", () => {
    expect(html.match(/class="[^"]*\bstep\b[^"]*start"/g)).toEqual(['class="step contact start"']);
  });
});

const [first, , third, , fifth] = questions;
const unanswered = "Please choose one of the three answers";

describe("a rejected form", () => {
  const html = renderToStaticMarkup(
    <AssessmentForm
      formToken="token"
      values={{ name: 'Tom "T" <Avery>', [first.id]: first.options[1].value, [third.id]: "no such answer" }}
      errors={{ [third.id]: unanswered, [fifth.id]: unanswered }}
      notice={assessmentNotices.incomplete}
    />,
  );

  test("displays a notice above and an error beside each field", () => {
    expect(html).toMatch(/role="alert"[^>]*><p><b>Please complete all fields<\/b>/);
    expect(html).toContain(
      `<fieldset id="${third.id}" role="radiogroup" tabindex="-1" aria-invalid="true" aria-describedby="${third.id}-error"`,
    );
    expect(html).toContain(`id="${third.id}-error">${unanswered}`);
  });

  test("starts with the first invalid step", () => {
    expect(html).toMatch(new RegExp(`class="row step question start">.{0,400}id="${third.id}"`, "s"));
  });

  test("keeps the entries and escapes them", () => {
    expect(html).toContain('value="Tom &quot;T&quot; &lt;Avery&gt;"');
    expect(html.match(/checked=""[^>]*>/g)).toHaveLength(1);
    expect(html).toMatch(new RegExp(`<input (?=[^>]*checked="")[^>]*value="${first.options[1].value}"`));
  });
});

test("during submission the button is disabled and the status is announced", () => {
  const html = renderToStaticMarkup(<AssessmentForm formToken="token" isSubmitting />);
  expect(html).toContain('aria-disabled="true">Get My Assessment Results');
  expect(html).toContain('role="status">Sending your answers…');
});
