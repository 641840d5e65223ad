import { describe, expect, test } from "vitest";
import { readSender } from "./request-source.server.ts";

const siteUrl = "https://firm.example";
const settings = {
  siteUrl,
  clock: { now: () => new Date("2026-11-23T15:00:00Z") },
  shortensAddresses: false,
};

const pageOf = (referer: string) =>
  readSender(new Headers({ referer, host: "firm.example" }), "203.0.113.9", settings).touch;

describe("the page that a form was sent from", () => {
  test("is a page with a form, with its campaign", () => {
    expect(pageOf(`${siteUrl}/linkedin-live-signup?utm_source=linkedin`)).toMatchObject({
      landingPage: "/linkedin-live-signup",
      campaign: { source: "linkedin" },
    });
  });

  test("is also the page of one event", () => {
    const path = "/linkedin-live-signup/event/5f0c0b0e-6a55-4d4b-8f0a-3c2f8d0a9b1c";
    expect(pageOf(`${siteUrl}${path}?utm_campaign=spring`)).toMatchObject({
      landingPage: path,
      campaign: { campaign: "spring" },
    });
    expect(pageOf(`${siteUrl}/linkedin-live-signup/event/CALL-900-555-0100`)).toBeNull();
  });

  test.each([
    "/CALL-900-555-0100",
    "/%3Cb%3E",
    "/pre-loi-assessment/CALL-900-555-0100",
    "/admin/people?utm_campaign=invented",
  ])("is not recorded for %s, which has no form", (path) => {
    expect(pageOf(siteUrl + path)).toBeNull();
  });

  test("is not recorded for a page of another site", () => {
    expect(pageOf("https://elsewhere.example/pre-loi-assessment")).toBeNull();
  });
});
