import { expect, it } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";

/** The server hears http under a name of its own; browsers know it by its public address. */
const publicUrl = "https://www.example.com";
const site = testApp({ siteUrl: publicUrl });

it.each([
  ["passes the public name on", { host: "www.example.com" }],
  ["puts its own there", { host: "internal:3000", "x-forwarded-host": "www.example.com" }],
])("a form is taken from behind a proxy that ends TLS and %s", async (_case, headers) => {
  const response = await site.postForm("/pre-loi-assessment", anAssessment(), {
    ...headers,
    origin: publicUrl,
  });
  expect(response.status).toBe(303);
  expect(await site.db.selectFrom("preLoiAssessments").select("email").execute()).toHaveLength(1);
});

it("a form of another site is refused there too", async () => {
  const response = await site.postForm("/pre-loi-assessment", anAssessment(), {
    origin: "https://other.example",
  });
  expect(response.status).toBe(403);
});
