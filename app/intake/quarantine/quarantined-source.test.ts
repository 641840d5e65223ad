import { expect, it } from "vitest";
import { aSender, aSubmission } from "#tests/kit/a-submission.ts";
import { serializeSource, readQuarantinedSource } from "./quarantined-source.server.ts";

it("a quarantined source has the storable address and not the full address that limits use", () => {
  const sender = aSender({ clientAddress: "203.0.113.9", ipAddress: "203.0.113.0" });
  expect(JSON.stringify(serializeSource(aSubmission({ sender })))).not.toContain("203.0.113.9");
  expect(readQuarantinedSource(serializeSource(aSubmission({ sender })))?.sender.ipAddress).toBe(
    "203.0.113.0",
  );
});

it("a browser that opts out of tracking is stored without address and user agent", () => {
  const sender = aSender({
    optsOut: true,
    userAgent: "Crawler/7.1",
    trafficClass: "machine",
    classReason: "user agent says Crawler",
  });
  const held = serializeSource(aSubmission({ sender }));
  expect(held).toMatchObject({ optsOut: true, ipAddress: "", userAgent: null, classReason: null });
  expect(JSON.stringify(held)).not.toMatch(/Crawler|203\.0\.113/);
  expect(readQuarantinedSource(held)?.sender).toMatchObject({ optsOut: true, ipAddress: "" });
});
