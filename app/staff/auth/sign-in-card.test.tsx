import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { SignInCard, type SignInState } from "./sign-in-card.tsx";

describe("the sign-in screen", () => {
  const html = render({ tab: "sign-in" });

  test("has the specified wording", () => {
    expect(html).toContain("<h1>Admin Access</h1>");
    expect(html).toContain(">Quick Admin Access</button>");
    expect(html).toContain('placeholder="Create a password (min. 6 characters)"');
    expect([...html.matchAll(/data-busy="([^"]+)"/g)].map(([, busy]) => busy)).toEqual([
      "Signing in...",
      "Signing in...",
      "Creating account...",
    ]);
    expect(html.match(/type="email"[^>]* required=""/g)).toHaveLength(2);
    expect(html.match(/type="password"[^>]* required=""/g)).toHaveLength(2);
  });

  test("starts with Sign In and has links that JavaScript turns into tabs", () => {
    expect(html).toMatch(/<a id="sign-in-tab" href="\/auth" aria-current="page">Sign In<\/a>/);
    expect(html).toMatch(/<a id="sign-up-tab" href="\/auth\?tab=sign-up">Sign Up<\/a>/);
    expect(html).toMatch(/<section id="sign-in"[^>]*"sign-in-tab">/);
    expect(html).toMatch(/<section id="sign-up"[^>]* hidden="">/);
    expect(render({ tab: "sign-up" })).toMatch(/<section id="sign-in"[^>]* hidden="">/);
  });

  test("posts each form to its own URL", () => {
    expect([...html.matchAll(/<form [^>]*action="([^"]+)" method="post"/g)].map(([, to]) => to)).toEqual([
      "/auth",
      "/auth",
      "/auth?tab=sign-up",
    ]);
  });

  test("keeps the page to return to in all links and forms", () => {
    const redirected = renderToStaticMarkup(
      <SignInCard script="/assets/sign-in.js" tab="sign-up" to="/admin/team" unconfirmed="ada@example.com" />,
    );
    const back = "to=%2Fadmin%2Fteam";
    expect(
      [...redirected.matchAll(/(?:action|href|data-passkey)="(\/a[^"]*)"/g)].map(([, to]) => to),
    ).toEqual([
      `/auth?${back}`,
      `/auth?${back}`,
      `/auth?${back}`,
      `/auth?${back}`,
      `/auth?tab=sign-up&amp;${back}`,
      `/auth?${back}`,
      "/auth/reset",
      `/auth?tab=sign-up&amp;${back}`,
    ]);
  });

  test("has autocomplete tokens for password managers and unique ids", () => {
    expect(listAutocompleteTokens(html)).toEqual([
      "username",
      "current-password",
      "username",
      "new-password",
    ]);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("hides buttons that require JavaScript", () => {
    expect(html.match(/<button type="button" hidden=""/g)).toHaveLength(2);
  });

  test("has no style attributes and inline handlers, which its security policy forbids", () => {
    expect(html).not.toMatch(/ style=| on[a-z]+=/);
  });
});

describe("the response to a form", () => {
  test("is a focused alert for a failure or a success", () => {
    const bad = render({ tab: "sign-in", alert: { text: "No." } });
    expect(bad).toMatch(/<p class="alert" role="alert" tabindex="-1" autofocus="">No\.<\/p>/i);
    const good = render({ tab: "sign-up", alert: { text: "Yes.", isGood: true } });
    expect(good).toMatch(/<p class="alert good" role="status" tabindex="-1" autofocus="">Yes\.<\/p>/i);
  });

  test("displays an error next to its field, which is focused", () => {
    const html = render({ tab: "sign-up", errors: { password: "Too common" }, values: { email: 'a"<b>' } });
    expect(html).toMatch(
      /<input id="new-password"[^>]* autofocus=""[^>]* aria-invalid="true" aria-describedby="new-password-error"/i,
    );
    expect(html).toContain('<p class="error" id="new-password-error">Too common</p>');
    expect(html).toMatch(/<input id="new-email"[^>]* value="a&quot;&lt;b&gt;"/);
    expect(html).not.toMatch(/<input id="email"[^>]* value=/);
  });

  test("offers to resend the link to the entered address", () => {
    const html = render({ tab: "sign-in", unconfirmed: "tom@example.com" });
    expect(html).toMatch(
      /value="send-again".*type="hidden" name="email" value="tom@example\.com".*Resend the link/s,
    );
  });
});

function render(state: SignInState): string {
  return renderToStaticMarkup(<SignInCard script="/assets/sign-in.js" {...state} />);
}

function listAutocompleteTokens(html: string): (string | undefined)[] {
  return [...html.matchAll(/autocomplete="([^"]+)"/gi)].map(([, token]) => token);
}
