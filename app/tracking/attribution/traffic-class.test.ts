import { expect, test } from "vitest";
import { classifyTraffic } from "./traffic-class.server.ts";

test("a bot that identifies itself is detected within the length of a browser’s user agent", () => {
  const classOf = (userAgent: string): string =>
    classifyTraffic(new Headers({ "user-agent": userAgent, "sec-fetch-site": "none" })).trafficClass;
  expect(classOf("Googlebot/2.1")).toBe("machine");
  const chrome =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
  expect(classOf(chrome)).toBe("person");
  expect(classOf(`${chrome}${" Safari/537.36".repeat(30)} Googlebot/2.1`)).toBe("person");
});
