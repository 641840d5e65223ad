import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EventSignupForm } from "./event-signup-form.tsx";
import { eventSignupNotices } from "#app/events/signup/event-signup.messages.ts";

const copy = { promise: "You can unsubscribe at any time.", moreFields: "More (optional)" };
const props = { formToken: "token", copy, path: "/linkedin-live-signup" };

describe("the form that the server sends", () => {
  const html = renderToStaticMarkup(<EventSignupForm {...props} />);

  test("posts to its own page, with required fields", () => {
    expect(html).toContain('<form class="signup" action="/linkedin-live-signup" method="post">');
    expect(html.match(/ required=""/g)).toHaveLength(2);
    expect(html).toMatch(/<input [^>]*type="email"/);
  });

  test("has no style attributes and no inline handlers, which the Content Security Policy forbids", () => {
    expect(html).not.toMatch(/ style=| on[a-z]+=/);
  });

  test("associates hints and errors with their fields", () => {
    const refused = renderToStaticMarkup(<EventSignupForm {...props} errors={{ topics: "Too long" }} />);
    expect(refused).toContain('aria-describedby="topics-hint topics-error"');
    expect(refused).toContain('<p class="error" id="topics-error">Too long</p>');
    expect(html).toContain('aria-describedby="topics-hint"');
    expect(html).toMatch(/<input id="phone"[^>]* aria-describedby="phone-hint"/);
    expect(html).not.toContain("aria-invalid");
  });
});

describe("the optional fields", () => {
  const optionalPart = (html: string) => /<details.*<\/details>/s.exec(html)?.[0] ?? "";

  test("are closed at first", () => {
    const part = optionalPart(renderToStaticMarkup(<EventSignupForm {...props} />));
    expect(part).toMatch(/^<details class="more-fields"><summary>More \(optional\)/);
    for (const name of ["phone", "questions", "topics"]) {
      expect(part).toContain(`name="${name}"`);
    }
  });

  test("precede the button, and the consent boxes follow the phone field that their wording refers to", () => {
    const html = renderToStaticMarkup(<EventSignupForm {...props} />);
    const places = [
      'name="name"',
      'name="email"',
      "<details",
      'name="phone"',
      'name="questions"',
      'name="topics"',
      'name="consentByEmail"',
      'name="consentByPhone"',
      "</details>",
      'type="submit"',
    ].map((markup) => html.indexOf(markup));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test.each([
    ["an error", { errors: { topics: "Too long" } }],
    ["an entry", { values: { questions: "What is an earn-out?" } }],
    ["a phone number", { values: { phone: "(512) 555-0100" } }],
    ["a checked box", { consent: { byEmail: false, byPhone: true } }],
  ])("are open with %s", (_, state) => {
    const html = renderToStaticMarkup(<EventSignupForm {...props} {...state} />);
    expect(optionalPart(html)).toMatch(/^<details class="more-fields" open="">/);
  });

  test("stay closed with an error in a required field", () => {
    const errors = { email: "Please enter a valid email address" };
    const html = renderToStaticMarkup(<EventSignupForm {...props} errors={errors} />);
    expect(optionalPart(html)).toMatch(/^<details class="more-fields"><summary>/);
  });
});

test("a rejected form displays the error and escapes the submitted values", () => {
  const html = renderToStaticMarkup(
    <EventSignupForm
      {...props}
      values={{ name: 'Tom "T" <Avery>', questions: "</textarea><script>alert(1)</script>" }}
      errors={{ email: "Please enter a valid email address" }}
      notice={eventSignupNotices.invalid}
    />,
  );
  expect(html).toMatch(/role="alert"[^>]*><p><b>Please check the highlighted fields/);
  expect(html).toContain('value="Tom &quot;T&quot; &lt;Avery&gt;"');
  expect(html).toContain("&lt;/textarea&gt;&lt;script&gt;alert(1)");
});
