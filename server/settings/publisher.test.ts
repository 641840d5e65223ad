import { expect, it } from "vitest";
import { describePublisher } from "./publisher.ts";

const settings = { siteUrl: "https://www.example.com", identityPixelUrl: undefined, sendsEmail: true };

it("differs between builds, and between settings that change pages", () => {
  const described = [
    describePublisher("Version 1", settings),
    describePublisher("Version 2", settings),
    describePublisher("Version 1", { ...settings, siteUrl: "https://example.com" }),
    describePublisher("Version 1", { ...settings, identityPixelUrl: "https://pixel.example.com/p.js" }),
    describePublisher("Version 1", { ...settings, sendsEmail: false }),
  ];
  expect(new Set(described).size).toBe(described.length);
  expect(described[0]).toMatch(/^Version 1, settings [\da-f]{8}$/);
  expect(describePublisher("Version 1", { ...settings })).toBe(described[0]);
});
