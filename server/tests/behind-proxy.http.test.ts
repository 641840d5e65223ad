import { expect, it } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";

/** The server receives http requests with an internal host name; browsers use the public URL. */
const publicUrl = "https://www.example.com";
const site = testApp({ siteUrl: publicUrl });

it.each([
  ["forwards the public host", { host: "www.example.com" }],
  ["sets its own host", { host: "internal:3000", "x-forwarded-host": "www.example.com" }],
])("a form is accepted behind a proxy that terminates TLS and %s", async (_case, headers) => {
  const response = await site.postForm("/pre-loi-assessment", anAssessment(), {
    ...headers,
    origin: publicUrl,
  });
  expect(response.status).toBe(303);
  expect(await site.db.selectFrom("preLoiAssessments").select("email").execute()).toHaveLength(1);
});

it("a form of another site is rejected behind a proxy", async () => {
  const response = await site.postForm("/pre-loi-assessment", anAssessment(), {
    origin: "https://other.example",
  });
  expect(response.status).toBe(403);
});
