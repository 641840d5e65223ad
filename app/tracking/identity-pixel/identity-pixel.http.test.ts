import { describe, expect, it } from "vitest";
import { articlePaths } from "#tests/kit/article-files.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { pages } from "#app/pages/registry.ts";
import { testApp } from "#tests/kit/app.ts";

const pixelUrl = "https://pixel.example.com/v1/p.js?site=12";
const pixelOrigin = "https://pixel.example.com";

const formPaths: readonly string[] = [pages.assessment.path, pages.eventSignup.path];
/** Pages whose visits are not counted, and the not-found page. None of them asks for identity-pixel consent. */
const uncountedPaths: readonly string[] = [
  pages.complianceDashboard.path,
  pages.printPack.path,
  pages.notFound.path,
  // Those of the staff area.
  ...registeredPages.map(({ path }) => path).filter((path) => /^\/(admin|auth)/.test(path)),
];
const secretPaths = [
  pages.assessmentResult,
  pages.attendee,
  pages.letterPreferences,
  pages.confirmMailbox,
  pages.setUp,
].map(({ path }) => `${path}/unknown-key`);
const consentPaths = [...registeredPages.map(({ path }) => path), ...articlePaths()].filter(
  (path) => ![...formPaths, ...uncountedPaths].includes(path) && !secretPaths.includes(`${path}/unknown-key`),
);

describe("without the setting", () => {
  const site = testApp();

  it.each([...consentPaths, ...formPaths, ...uncountedPaths, ...secretPaths])(
    "%s does not contain the pixel",
    async (path) => {
      const response = await site.request(path);
      expect(await response.text()).not.toMatch(/identity-?pixel|pixel-question|data-confirmations/i);
    },
  );
});

describe("with an identity service", () => {
  const site = testApp({ identityPixelUrl: pixelUrl });
  const policyOf = (response: Response) => response.headers.get("content-security-policy") ?? "";

  it.each(consentPaths)(
    "%s contains the hidden consent question and allows only the pixel’s origin",
    async (path) => {
      const response = await site.request(path);
      const html = await response.text();
      expect(html).toMatch(
        /<aside [^>]*data-identity-pixel="https:\/\/pixel\.example\.com\/v1\/p\.js\?site=12" data-drafts="pre-loi-assessment linkedin-live-signup staff-form" hidden=""/,
      );
      expect(html).toContain("May pixel.example.com, a third-party service, try to identify you?");
      // The policy names the origin, but no page requests it before consent.
      expect(html).not.toMatch(/(?:src|href)="https:\/\/pixel\.example\.com/);
      expect(html).not.toMatch(/<link rel="stylesheet"/);
      for (const directive of ["script-src", "connect-src", "img-src"]) {
        expect(policyOf(response)).toMatch(
          new RegExp(`(?:^|;)${directive} 'self'[^;]* ${pixelOrigin}(?:;|$)`),
        );
      }
      expect(policyOf(response).split(pixelOrigin)).toHaveLength(4);
    },
  );

  it.each(formPaths)(
    "%s neither asks for consent nor allows the script, because it has a form",
    async (path) => {
      const response = await site.request(path);
      const html = await response.text();
      expect(html).not.toContain("pixel.example.com");
      expect(html).toContain("data-confirmations");
      expect(policyOf(response)).not.toContain(pixelOrigin);
    },
  );

  it.each([...uncountedPaths, ...secretPaths])("%s does not contain the pixel", async (path) => {
    const response = await site.request(path);
    expect(await response.text()).not.toMatch(/data-identity-pixel|data-confirmations|identity-pixel-/);
    expect(policyOf(response)).not.toContain(pixelOrigin);
  });
});
