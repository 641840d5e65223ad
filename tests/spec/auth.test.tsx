import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { SignInCard } from "#app/staff/auth/sign-in-card.tsx";
import { signInSchema, signUpSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import { elementsIn, wordsOf } from "./markup.ts";

const html = renderToStaticMarkup(<SignInCard tab="sign-in" script="/assets/sign-in.js" />);

describe("specification section 2, /auth", () => {
  test("is not indexed", () => {
    expect(pages.auth.index).toBe(false);
  });

  test.each(["Admin Access", "Quick Admin Access", "Sign In", "Sign Up"])("shows “%s”", (label) => {
    expect(wordsOf(html)).toContain(label);
  });

  test("starts with the tab Sign In", () => {
    expect(html).toMatch(/<a id="sign-in-tab"[^>]* aria-current="page">Sign In/);
    expect(html).toMatch(/<section id="sign-up"[^>]* hidden="">/);
  });

  test("each tab has an email and a password field, and a button that shows and hides the password", () => {
    for (const tab of ["sign-in", "sign-up"]) {
      const [section = ""] = new RegExp(`<section id="${tab}".*?</section>`, "s").exec(html) ?? [];
      expect(section).toMatch(/<input [^>]*type="email"/);
      expect(section).toMatch(/<input [^>]*type="password"/);
      expect(elementsIn(section, "button")).toContain("Show");
    }
  });
});

describe("specification section 4, login", () => {
  test.each(["Signing in...", "Creating account..."])("a form that is being submitted says “%s”", (busy) => {
    expect(html).toContain(`data-busy="${busy}"`);
  });
});

describe("specification section 5, sign-in and sign-up", () => {
  test("email and password are required in the browser and on the server", () => {
    expect(html.match(/type="email"[^>]* required=""/g)).toHaveLength(2);
    expect(html.match(/type="password"[^>]* required=""/g)).toHaveLength(2);
    for (const schema of [signInSchema, signUpSchema]) {
      expect(schema.safeParse({ email: "", password: "long enough" }).success).toBe(false);
      expect(schema.safeParse({ email: "ada@example.com", password: "" }).success).toBe(false);
    }
  });

  test("a new password has 6 characters or more, and its placeholder says so", () => {
    expect(html).toContain('placeholder="Create a password (min. 6 characters)"');
    const withPassword = (password: string) => signUpSchema.safeParse({ email: "ada@example.com", password });
    expect(withPassword("12345").success).toBe(false);
    expect(withPassword("x7-q9w").success).toBe(true);
  });
});
