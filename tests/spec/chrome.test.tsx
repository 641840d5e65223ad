import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { SiteFooter } from "#app/site/chrome/site-footer.tsx";
import { SiteHeader } from "#app/site/header/site-header.tsx";
import { menuGroups } from "#app/site/header/site-menu.tsx";
import { practice } from "#content/practice.ts";
import { elementsIn, linksIn, wordsOf } from "./markup.ts";

const product = `/${practice.servicePageSlug}`;

describe("specification section 2, header menu", () => {
  test.each(
    [
      ["", ["/"]],
      [
        "Services",
        [product, "/business-valuation", "/tax-strategies", "/succession-planning", "/pre-loi-assessment"],
      ],
      [
        "Resources",
        [
          "/blog/when-to-start-exit-planning",
          "/blog/tax-reduction-strategies",
          "/blog/fiduciary-vs-broker",
          "/blog/dumbest-mistake-young-founders",
          "/blog/business-owners-screw-up-selling",
          "/blog/why-plan-before-loi",
        ],
      ],
      ["", ["/reviews"]],
      ["", ["/auth"]],
    ].map((row, index) => [index, ...row] as const),
  )("group %i: %s", (index, label, paths) => {
    expect(menuGroups()[index]?.label ?? "").toBe(label);
    expect(menuGroups()[index]?.links.map((link) => link.path)).toEqual(paths);
  });

  test("five groups; single entries are Home, Reviews and Admin Login; only the assessment is featured", () => {
    const single = menuGroups().filter((group) => group.label === undefined);
    expect(menuGroups()).toHaveLength(5);
    expect(single.map((group) => group.links[0]?.label)).toEqual(["Home", "Reviews", "Admin Login"]);
    const featured = menuGroups()
      .flatMap((group) => group.links)
      .filter((link) => link.featured === true);
    expect(featured.map((link) => link.path)).toEqual(["/pre-loi-assessment"]);
  });

  test("a button labelled Menu, and the firm's name as home link", () => {
    const header = renderToStaticMarkup(<SiteHeader path="/" />);
    expect(elementsIn(header, "button")).toEqual(["Menu"]);
    expect(linksIn(header)).toContainEqual({ words: practice.firmName, href: "/", opensNewTab: false });
  });
});

describe("specification section 1, footer", () => {
  const words = wordsOf(renderToStaticMarkup(<SiteFooter />));
  test.each([
    ["through whom advice is offered", `Advisory services are offered through ${practice.advisoryLlc}`],
    ["that communications are monitored", "Communications with this office are monitored"],
    ["risk", "Investing involves risk"],
    ["that nothing is an offer or recommendation", "Nothing here is an offer, a recommendation"],
  ])("discloses %s", (_, sentence) => {
    expect(words).toContain(sentence);
  });
});
