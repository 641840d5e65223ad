import { expect, test } from "vitest";
import { highestScore } from "#app/assessments/questions/score.ts";
import { anAssessment, assessmentScore } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";

const site = testApp();

test("the page shows the stored score and level and never recomputes them", async () => {
  const accepted = await site.postForm("/pre-loi-assessment", anAssessment());
  const path = accepted.headers.get("location")?.split("#")[0] ?? "";
  expect(await (await site.request(path)).text()).toContain(`${assessmentScore}/${highestScore}`);

  const stored = { score: 18, scoreLevel: "Exit Ready", questionSetVersion: "2024-01-01" };
  await site.db.updateTable("preLoiAssessments").set(stored).execute();
  const html = await (await site.request(path)).text();
  expect(html).toContain(`18/${highestScore}`);
  expect(html).toContain(`18 of ${highestScore} rings drawn: Exit Ready`);
  expect(html).toContain("an earlier version of these questions");
  expect(html).not.toContain(`${assessmentScore}/${highestScore}`);
});

test("the page hides its URL from the pages that it links to", async () => {
  const accepted = await site.postForm("/pre-loi-assessment", anAssessment());
  const html = await (await site.request(accepted.headers.get("location")?.split("#")[0] ?? "")).text();
  expect(html).toContain('<meta name="referrer" content="origin"/>');
});
