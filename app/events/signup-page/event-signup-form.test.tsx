import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EventSignupForm } from "./event-signup-form.tsx";
import { eventSignupNotices } from "#app/events/signup/event-signup.messages.ts";

describe("the form that the server sends", () => {
  const html = renderToStaticMarkup(<EventSignupForm formToken="token" />);

  test("posts to its own page, with required fields", () => {
    expect(html).toContain('<form class="signup" action="/linkedin-live-signup" method="post">');
    expect(html.match(/ required=""/g)).toHaveLength(2);
    expect(html).toMatch(/<input [^>]*type="email"/);
  });

  test("has no style attributes and no inline handlers, which the Content Security Policy forbids", () => {
    expect(html).not.toMatch(/ style=| on[a-z]+=/);
  });

  test("associates hints and errors with their fields", () => {
    const refused = renderToStaticMarkup(
      <EventSignupForm formToken="token" errors={{ topics: "Too long" }} />,
    );
    expect(refused).toContain('aria-describedby="topics-hint topics-error"');
    expect(refused).toContain('<p class="error" id="topics-error">Too long</p>');
    expect(html).toContain('aria-describedby="topics-hint"');
    expect(html).toMatch(/<input id="phone"[^>]* aria-describedby="phone-hint"/);
    expect(html).not.toContain("aria-invalid");
  });
});

test("a rejected form displays the error and escapes the submitted values", () => {
  const html = renderToStaticMarkup(
    <EventSignupForm
      formToken="token"
      values={{ name: 'Tom "T" <Avery>', questions: "</textarea><script>alert(1)</script>" }}
      errors={{ email: "Please enter a valid email address" }}
      notice={eventSignupNotices.invalid}
    />,
  );
  expect(html).toMatch(/role="alert"[^>]*><p><b>Please look at the marked fields/);
  expect(html).toContain('value="Tom &quot;T&quot; &lt;Avery&gt;"');
  expect(html).toContain("&lt;/textarea&gt;&lt;script&gt;alert(1)");
});
