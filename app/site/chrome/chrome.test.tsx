import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "#app/site/header/site-header.tsx";

describe("the header", () => {
  const html = renderToStaticMarkup(<SiteHeader path="/reviews" />);

  it("has the menu of the specification, complete and in order", () => {
    const menu = html.slice(html.indexOf("<ul>"));
    expect([...menu.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)).toEqual([
      "/",
      `/${practice.servicePageSlug}`,
      "/business-valuation",
      "/tax-strategies",
      "/succession-planning",
      "/pre-loi-assessment",
      "/blog/when-to-start-exit-planning",
      "/blog/tax-reduction-strategies",
      "/blog/fiduciary-vs-broker",
      "/blog/dumbest-mistake-young-founders",
      "/blog/business-owners-screw-up-selling",
      "/blog/why-plan-before-loi",
      "/reviews",
      "/auth",
    ]);
    expect([...menu.matchAll(/<p>(.*?)<\/p>/g)].map(([, label]) => label)).toEqual(["Services", "Resources"]);
  });

  it("marks the assessment as featured, also for screen readers", () => {
    expect(html.match(/\(featured\)/g)).toHaveLength(1);
    expect(html).toMatch(/Pre-LOI Assessment<span class="featured">/);
  });

  it("marks the page that the visitor is on", () => {
    expect(html).toContain('href="/reviews" aria-current="page"');
    expect(html.match(/aria-current/g)).toHaveLength(1);
  });

  it("has the firm's name as home link", () => {
    const [, home = ""] = /<a class="firm" href="\/">(.*?)<\/a>/.exec(html) ?? [];
    expect(home.replaceAll(/<[^>]+>/g, "").trim()).toBe(practice.firmName);
  });
});

describe("the footer", () => {
  it.each([
    practice.advisoryLlc,
    "are monitored",
    "Investing involves risk",
    "an offer, a recommendation",
    'href="/form-crs"',
  ])("contains the specified text: %s", (words) => {
    expect(renderToStaticMarkup(<SiteFooter />)).toContain(words);
  });
});

describe("the not-found screen", () => {
  it("has the specified text and a link to the home page", () => {
    const html = renderToStaticMarkup(<NotFoundScreen />);
    expect(html.replaceAll(/<[^>]+>/g, "")).toContain("404 Oops! Page not found");
    expect(html).toMatch(/href="\/">Return to Home</);
  });
});

describe("the error screen", () => {
  it("shows its title, a safe sentence and the request ID, and is not indexed", () => {
    const html = renderToStaticMarkup(<ErrorScreen kind="internal" requestId="0f8c2c1e" />);
    expect(html).toContain("Unexpected Application Error!</span></h1>");
    expect(html).toContain("0f8c2c1e");
    expect(html).toContain('content="noindex"');
  });

  it("states first what the visitor can do", () => {
    const html = renderToStaticMarkup(<ErrorScreen kind="signed-out" />);
    expect(html).toContain("Please sign in.</span></h1>");
  });
});
