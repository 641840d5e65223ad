import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EventSignupForm } from "./event-signup-form.tsx";
import { eventSignupNotices } from "#app/events/signup/event-signup.messages.ts";

describe("the form that the server sends", () => {
  const html = renderToStaticMarkup(<EventSignupForm formToken="token" />);

  test("posts to its own page, and the browser asks for what is needed", () => {
    expect(html).toContain('<form class="signup" action="/linkedin-live-signup" method="post">');
    expect(html.match(/ required=""/g)).toHaveLength(2);
    expect(html).toMatch(/<input [^>]*type="email"/);
  });

  test("carries no style attribute and no handler, which the policy of the page forbids", () => {
    expect(html).not.toMatch(/ style=| on[a-z]+=/);
  });

  test("ties a hint and an error to their field", () => {
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

test("a form that was not accepted says so, and keeps what was typed, as text and nothing else", () => {
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
