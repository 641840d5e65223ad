import { inspect } from "node:util";
import { type testApp, testSiteUrl } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { type SignedIn, signedIn } from "#tests/kit/signed-in.ts";
import type { Endpoint } from "./read-endpoints.ts";

type TestApp = ReturnType<typeof testApp>;

type Sent = Pick<Endpoint, "method" | "path"> & { body?: string };

/** @returns a function that sends a request, and returns it with the logged errors if its response is a server error or an error is logged */
export function requestSender(site: TestApp) {
  const listErrors = () => site.logged.filter(({ level }) => level === "error");
  return async (
    { method, path, body = "" }: Sent,
    { cookie }: Pick<SignedIn, "cookie">,
  ): Promise<string[]> => {
    const before = listErrors().length;
    const init =
      method === "GET"
        ? { headers: { cookie } }
        : { method, headers: { cookie, origin: testSiteUrl, "content-type": contentType(path) }, body };
    const response = await site.request(path, init, newAddress());
    await response.body?.cancel();
    const errors = listErrors().slice(before);
    if (response.status < 500 && errors.length === 0) return [];
    const logged = errors.map(({ event, fields }) => `${event} ${inspect(fields)}`);
    return [[`${method} ${path} ${body} ${response.status}`, ...logged].join("\n")];
  };
}

/** A session that the endpoint accepts: most require an owner, the steps of a sign-in an unfinished one. */
export async function signInFor(site: TestApp, path: string): Promise<Pick<SignedIn, "cookie">> {
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

/** Generated objects may lack the functions that `String` calls. */
const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The body of a request to an endpoint with these fields: JSON or a form. A field with several values is repeated. */
export function encodeBody(path: string, fields: Readonly<Record<string, unknown>>): string {
  if (!isJson(path)) {
    const entries = Object.entries(fields).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, toText(each)]),
    );
    return new URLSearchParams(entries).toString();
  }
  if (path.endsWith("tracking-events")) {
    const { visit, ...event } = fields;
    return JSON.stringify({ visit, events: [event] });
  }
  if (!path.startsWith("/api/auth/")) return JSON.stringify(fields);
  const { id, rawId, type, name, ...response } = fields;
  return JSON.stringify({ response: { id, rawId, type, clientExtensionResults: {}, response }, name });
}
