import { expect, test } from "vitest";
import { testSiteUrl } from "#tests/kit/app.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";
import { addPasskey } from "#tests/kit/sign-in-fixtures.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { softwareAuthenticator } from "#tests/kit/software-authenticator.ts";

const { db } = testDatabase();
const identity = testIdentity(db);
const passkeyPath = "/api/auth/passkey";

// PostgreSQL rejects text with a NUL character.
test.each(["\u0000", "AAAA\u0000", "AA+A", "AAAA="])(
  "a sign-in with a credential id that is not base64url is refused and recorded: %j",
  async (id) => {
    const authenticator = softwareAuthenticator();
    const { accountId } = await signedIn(db, { role: "owner" });
    await addPasskey(db, accountId, { credentialId: authenticator.id });
    const browser = testBrowser();
    const begun = await ask(browser, "GET", `${passkeyPath}/generate-authenticate-options`);
    // The library's own response.
    const options = (await begun.json()) as { challenge: string; rpId: string };
    const answer = authenticator.answer({ ...options, origin: testSiteUrl });
    const response = { ...answer, id, rawId: id };
    expect((await ask(browser, "POST", `${passkeyPath}/verify-authentication`, { response })).status).toBe(
      400,
    );
    const recorded = await db.selectFrom("auditEvents").select(["action", "details"]).execute();
    expect(recorded).toEqual([{ action: "sign-in-failed", details: { with: "passkey", reason: "wrong" } }]);
  },
);

async function ask(
  browser: ReturnType<typeof testBrowser>,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const { request, clientAddress } = browser.visitor();
  const headers = new Headers(request.headers);
  headers.set("origin", testSiteUrl);
  headers.set("content-type", "application/json");
  const url = testSiteUrl + path;
  const sent = new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const response = await identity.handle({ request: sent, clientAddress });
  browser.take(response.headers);
  return response;
}
