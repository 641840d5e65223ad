import { expect, test } from "vitest";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { type SignedIn, signedIn } from "#tests/kit/signed-in.ts";
import { publicResponses, staffResponses } from "./expected-answers.ts";
import { type Endpoint, readEndpoints } from "./read-endpoints.ts";
import { queryParameters } from "./query-parameters.ts";
import { listSampleForms, storeSampleRows } from "./sample-forms.ts";

const site = testApp();

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
    const { cookie } = await signIn(path);
    for (const [name, usual] of Object.entries(form.fields)) {
      for (const value of [nul, usual + nul]) {
        const body = encodeBody(form.path, { ...form.fields, [name]: value });
        errors.push(...(await send({ method: "POST", path: form.path, body }, { cookie })));
      }
    }
  }
  expect(errors).toEqual([]);
});

type Sent = Pick<Endpoint, "method" | "path"> & { body?: string };

/** @returns the request if its response is a server error or an error is logged */
async function send(
  { method, path, body = "" }: Sent,
  { cookie }: Pick<SignedIn, "cookie">,
): Promise<string[]> {
  const before = countErrors();
  const init =
    method === "GET"
      ? { headers: { cookie } }
      : { method, headers: { cookie, origin: testSiteUrl, "content-type": contentType(path) }, body };
  const response = await site.request(path, init, newAddress());
  await response.body?.cancel();
  const isError = response.status >= 500 || countErrors() > before;
  return isError ? [`${method} ${path} ${body} ${response.status}`] : [];
}

const countErrors = (): number => site.logged.filter(({ level }) => level === "error").length;

/** A session that the endpoint accepts: most require an owner, the steps of a sign-in an unfinished one. */
async function signIn(path: string): Promise<Pick<SignedIn, "cookie">> {
  switch (path) {
    case "/auth":
      return { cookie: "" };
    case "/auth/prove":
      return signedIn(site.db, { role: "owner", hasAuthenticator: true });
    case "/auth/new-password":
      return signedIn(site.db, { role: "owner", hasLongPassword: false });
    case "/auth/second-factor":
      await site.db
        .insertInto("staffSecondFactorRules")
        .values({ role: "staff", isRequired: true })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return signedIn(site.db, { role: "staff" });
    default:
      return signedIn(site.db, { role: "owner", assurance: "aal2" });
  }
}

const contentType = (path: string): string =>
  isJson(path) ? "application/json" : "application/x-www-form-urlencoded";

const isJson = (path: string): boolean =>
  path.startsWith("/api/auth/") || (path.startsWith("/functions/") && !path.includes("unsubscribe"));

function encodeBody(path: string, fields: Record<string, string>): string {
  if (!isJson(path)) return new URLSearchParams(fields).toString();
  if (path.endsWith("tracking-events")) {
    const { visit, ...event } = fields;
    return JSON.stringify({ visit, events: [event] });
  }
  if (!path.startsWith("/api/auth/")) return JSON.stringify(fields);
  const { id, rawId, type, name, ...response } = fields;
  return JSON.stringify({ response: { id, rawId, type, clientExtensionResults: {}, response }, name });
}
