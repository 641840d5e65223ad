import { HtmlValidate } from "html-validate";
import { expect, it } from "vitest";
import { questionIds } from "#app/assessments/questions/questions.ts";
import { listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";

const site = testApp();
const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    // React's serialization of attributes and void elements is valid.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    "doctype-style": "off",
    // Phone numbers may wrap at a hyphen, which is a matter of style.
    "tel-non-breaking": "off",
  },
});

const publicPaths = [...registeredPages, ...listArticles()]
  .map(({ path }) => path)
  .filter((path) => !path.startsWith("/admin") && !path.startsWith("/auth") && !path.endsWith("/result"));

const assessment = anAssessment();

async function validate(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap((result) =>
    result.messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

it.each([...publicPaths, "/no-such-page", "/auth"])("%s is valid HTML", async (path) => {
  expect(await validate(await (await site.request(path)).text())).toEqual([]);
});

it("a form with errors and a result are valid HTML", async () => {
  const refused = await site.postForm("/pre-loi-assessment", { ...assessment, [questionIds[0] ?? ""]: "" });
  expect(await validate(await refused.text())).toEqual([]);
  const accepted = await site.postForm("/pre-loi-assessment", assessment);
  const result = await site.request(accepted.headers.get("location")?.split("#")[0] ?? "");
  expect(await validate(await result.text())).toEqual([]);
});

it("the validator reports invalid HTML", async () => {
  expect(
    await validate("<!doctype html><html lang=en><title>x</title><p id=a></p><ul><div id=a></div></ul>"),
  ).not.toEqual([]);
});
