import { expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { publicResponses, staffResponses } from "./expected-answers.ts";
import { readEndpoints } from "./read-endpoints.ts";
import { queryParameters } from "./query-parameters.ts";
import { listSampleForms, storeSampleRows } from "./sample-forms.ts";
import { encodeBody, requestSender, signInFor } from "./send-request.ts";

const site = testApp();
const send = requestSender(site);

const nul = "\u0000";

/** Every endpoint of the access tables once, without the form bodies of some lines. */
const endpoints = [...readEndpoints(staffResponses), ...readEndpoints(publicResponses)].filter(
  ({ path }) => !path.includes("#"),
);

// PostgreSQL rejects text with a NUL character, so a value that reaches a query unchecked causes an error 500.
test("a NUL character in a path causes no error", async () => {
  const errors: string[] = [];
  const { cookie } = await signedIn(site.db, { role: "owner" });
  for (const { method, path } of endpoints.filter((endpoint) => endpoint.path.includes("/x"))) {
    for (const segment of ["%00", "a%00b"]) {
      errors.push(...(await send({ method, path: path.replaceAll("/x", `/${segment}`) }, { cookie })));
    }
  }
  expect(errors).toEqual([]);
});

test("a NUL character in a parameter of the URL causes no error", async () => {
  const errors: string[] = [];
  const { cookie } = await signedIn(site.db, { role: "owner" });
  for (const { method, path } of endpoints.filter((endpoint) => endpoint.method === "GET")) {
    const all = new URLSearchParams(queryParameters.map((name) => [name, nul]));
    const inside = new URLSearchParams(queryParameters.map((name) => [name, `a${nul}b`]));
    for (const query of [all, inside]) {
      for (const address of site.hasDataRequests(path) ? [path, `${path}.data`] : [path]) {
        errors.push(...(await send({ method, path: `${address}?${query.toString()}` }, { cookie })));
      }
    }
  }
  expect(errors).toEqual([]);
});

const posts = endpoints.filter(({ method }) => method === "POST").map(({ path }) => path);

test.each(posts)("a NUL character in a field of a form or JSON body causes no error: %s", async (path) => {
  const errors: string[] = [];
  const forms = listSampleForms(await storeSampleRows(site.db))[path];
  // An endpoint without fields has a form without fields.
  expect(forms, "the sample forms contain every endpoint").toBeDefined();
  for (const form of forms ?? []) {
    const { cookie } = await signInFor(site, path);
    for (const [name, usual] of Object.entries(form.fields)) {
      for (const value of [nul, usual + nul]) {
        const body = encodeBody(form.path, { ...form.fields, [name]: value });
        errors.push(...(await send({ method: "POST", path: form.path, body }, { cookie })));
      }
    }
  }
  expect(errors).toEqual([]);
});
