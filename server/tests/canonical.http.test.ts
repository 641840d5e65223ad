import { describe, expect, it } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";

const site = testApp();
const staff = asStaff(site);

function canonicalIn(html: string): (string | undefined)[] {
  return [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href);
}

describe("the canonical link of pages excluded from search engines", () => {
  it.each([
    ["/auth", "/auth"],
    ["/auth?tab=sign-up&to=%2Fadmin%2Fteam", "/auth"],
    ["/auth/reset", "/auth/reset"],
    ["/compliance-dashboard", "/compliance-dashboard"],
    ["/linkedin-live-signup/registered", "/linkedin-live-signup/registered"],
    ["/linkedin-live-signup/waiting-list", "/linkedin-live-signup/waiting-list"],
    ["/no-such-page", "/404"],
  ])("of %s is %s", async (address, canonical) => {
    const html = await (await site.request(address)).text();
    expect(canonicalIn(html)).toEqual([`http://localhost:3000${canonical}`]);
    expect(html).toContain('content="noindex"');
  });

  it.each([
    pages.admin.path,
    pages.assessmentList.path,
    pages.people.path,
    pages.team.path,
    pages.account.path,
  ])("%s is its own canonical URL", async (path) => {
    const html = await staff.page(path, await staff.cookieOf("owner"));
    expect(canonicalIn(html)).toEqual([`http://localhost:3000${path}`]);
  });

  it("of a result points to the public page and omits the secret key", async () => {
    const answer = await site.postJson("/functions/v1/pre-loi-assessment", anAssessment());
    const [path = ""] = /\/pre-loi-assessment\/result\/[\w-]+/.exec(await answer.text()) ?? [];
    const html = await (await site.request(path)).text();
    expect(canonicalIn(html)).toEqual(["http://localhost:3000/pre-loi-assessment"]);
  });
});
