import { expect, it } from "vitest";
import { readTouch } from "./parse-touch.ts";

const siteUrl = "https://practice.example";
const read = (address: string) =>
  readTouch({ address, referrer: "", at: new Date("2026-11-21T18:00:00Z"), siteUrl });

it("reads campaign parameters and the click id of a URL", () => {
  expect(read("/faqs?utm_source=linked%20in&utm_campaign=a+b&x=1&gclid=abc#top")).toMatchObject({
    landingPage: "/faqs",
    campaign: { source: "linked in", campaign: "a b" },
    clickId: { kind: "gclid", value: "abc" },
  });
});

it("reads only the first hundred parameters, because each takes time", () => {
  const fillers = (count: number) => "a&".repeat(count);
  expect(read(`/faqs?${fillers(99)}utm_source=x`)?.campaign).toEqual({ source: "x" });
  expect(read(`/faqs?${fillers(100)}utm_source=x`)?.campaign).toEqual({});
});
