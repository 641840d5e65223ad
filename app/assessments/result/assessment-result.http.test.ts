import { expect, test } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";

const site = testApp();

test("the page shows the score and level that are stored, and never scores again", async () => {
  const accepted = await site.postForm("/pre-loi-assessment", anAssessment());
  const path = accepted.headers.get("location")?.split("#")[0] ?? "";
  expect(await (await site.request(path)).text()).toContain("13/21");

  const stored = { score: 18, scoreLevel: "Exit Ready", questionSetVersion: "2024-01-01" };
  await site.db.updateTable("preLoiAssessments").set(stored).execute();
  const html = await (await site.request(path)).text();
  expect(html).toContain("18/21");
  expect(html).toContain("18 of 21 rings drawn: Exit Ready");
  expect(html).toContain("an earlier edition of these questions");
  expect(html).not.toContain("13/21");
});

test("the page tells no other page its address", async () => {
  const accepted = await site.postForm("/pre-loi-assessment", anAssessment());
  const html = await (await site.request(accepted.headers.get("location")?.split("#")[0] ?? "")).text();
  expect(html).toContain('<meta name="referrer" content="origin"/>');
});
