import { describe, expect, onTestFinished, test, vi } from "vitest";
import { countAttempts } from "#app/identity/rate-limits/count-attempts.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { authenticationLimits } from "#app/platform/limits.ts";
import { testSiteUrl } from "#tests/kit/app.ts";
import { certificate, safetyNet } from "#tests/kit/attestation-certificate.ts";
import { countLockWaits } from "#tests/kit/count-lock-waits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";
import { addPasskey } from "#tests/kit/sign-in-fixtures.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { type PasskeyAnswer, softwareAuthenticator } from "#tests/kit/software-authenticator.ts";

const { db, pool } = testDatabase();
const identity = testIdentity(db);
const optionsPath = "/api/auth/passkey/generate-authenticate-options";
const registerPath = "/api/auth/passkey/verify-registration";
const verifyPath = "/api/auth/passkey/verify-authentication";

describe("a passkey", () => {
  test("signs its owner in at the second level, and the response reveals nothing about the session", async () => {
    const { browser, authenticator, accountId, email } = await ownerOfPasskey();
    const options = await begin(browser);
    expect(options).toMatchObject({ userVerification: "required", rpId: "localhost" });
    expect(options).not.toHaveProperty("allowCredentials");
    const response = await end(browser, authenticator.answer({ ...options, origin: testSiteUrl }));
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(await sessionOf(browser)).toMatchObject({
      staff: { id: accountId, email },
      assurance: "aal2",
      needsSecondFactor: false,
      hasRecentAuthentication: true,
    });
    expect(browser.cookies.has("practice.device")).toBe(true);
    expect(await actions()).toEqual(["signed-in"]);
  });

  test("replaces the browser’s previous session", async () => {
    const { browser, authenticator } = await ownerOfPasskey();
    const before = await signedIn(db, { role: "staff" });
    browser.take(new Headers({ "set-cookie": before.cookie }));
    const options = await begin(browser);
    await end(browser, authenticator.answer({ ...options, origin: testSiteUrl }));
    const sessions = await db.selectFrom("staffSessions").select("id").execute();
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.id).not.toBe(before.sessionId);
  });

  test.each([
    ["for another site", { origin: "https://evil.example" }],
    ["presented at another site’s origin", { origin: "http://localhost.evil.example" }],
    ["with another relying party id", { origin: testSiteUrl, rpId: "evil.example" }],
    ["without user verification", { origin: testSiteUrl, asksOwner: false }],
    ["for another challenge", { origin: testSiteUrl, challenge: "YW5vdGhlciBjaGFsbGVuZ2U" }],
  ])("%s is refused and recorded", async (_, changes) => {
    const { browser, authenticator } = await ownerOfPasskey();
    const options = await begin(browser);
    const response = await end(browser, authenticator.answer({ ...options, ...changes }));
    expect(Math.floor(response.status / 100)).toBe(4);
    expect(await sessionOf(browser)).toBeNull();
    expect(await actions()).toEqual(["sign-in-failed"]);
  });

  test("that is unknown or has another key is refused", async () => {
    const { browser, authenticator } = await ownerOfPasskey();
    for (const stranger of [softwareAuthenticator(), { ...softwareAuthenticator(), id: authenticator.id }]) {
      const options = await begin(browser);
      const answer = stranger.answer({ ...options, origin: testSiteUrl });
      const response = await end(browser, { ...answer, id: stranger.id, rawId: stranger.id });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await sessionOf(browser)).toBeNull();
    }
  });

  test("response works once and only in the browser that requested it", async () => {
    const { browser, authenticator } = await ownerOfPasskey();
    const options = await begin(browser);
    const answer = authenticator.answer({ ...options, origin: testSiteUrl });
    expect((await end(testBrowser(), answer)).status).toBe(400);
    const asked = new Map(browser.cookies);
    expect((await end(browser, answer)).status).toBe(200);
    const thief = testBrowser();
    for (const [name, value] of asked) thief.cookies.set(name, value);
    expect((await end(thief, answer)).status).toBe(400);
    expect(await sessionOf(thief)).toBeNull();
  });
});

describe("a new passkey", () => {
  test("is stored, recorded and announced to its owner, and never starts a session", async () => {
    const { browser, email, accountId } = await owner();
    const authenticator = softwareAuthenticator();
    const answer = authenticator.register({ ...(await beginRegistration(browser)), origin: testSiteUrl });
    const response = await ask(browser, "POST", registerPath, {
      response: answer,
      name: "Laptop",
      createSession: true,
    });
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(await db.selectFrom("staffPasskeys").select(["userId", "name"]).execute()).toEqual([
      { userId: accountId, name: "Laptop" },
    ]);
    expect(await db.selectFrom("staffSessions").select("id").execute()).toHaveLength(1);
    expect(await actions()).toEqual(["passkey-added"]);
    expect(await db.selectFrom("letters").select(["kind", "recipient"]).execute()).toEqual([
      { kind: "account-changed", recipient: email },
    ]);
  });

  test("ignores a challenge cookie whose name only resembles ours", async () => {
    const { browser } = await owner();
    const options = await beginRegistration(browser);
    const own = [...browser.cookies];
    const challenge = own.find(([name]) => name.endsWith("passkey"));
    browser.cookies.clear();
    browser.cookies.set(`\u{a0}${challenge?.[0]}`, "of-a-subdomain");
    for (const [name, value] of own) browser.cookies.set(name, value);
    const answer = softwareAuthenticator().register({ ...options, origin: testSiteUrl });
    expect((await ask(browser, "POST", registerPath, { response: answer })).status).toBe(200);
  });

  test.each([
    ["for another site", { origin: "https://evil.example" }],
    ["with another relying party id", { rpId: "evil.example" }],
    ["without user verification", { asksOwner: false }],
    ["from a sign-in", { type: "webauthn.get" }],
    ["for another challenge", { challenge: "YW5vdGhlciBjaGFsbGVuZ2U" }],
    ["with a count that the database cannot store", { counter: 2 ** 31 }],
  ])("%s is refused and not recorded", async (_, changes) => {
    const { browser } = await owner();
    const options = await beginRegistration(browser);
    const answer = softwareAuthenticator().register({ ...options, origin: testSiteUrl, ...changes });
    expect((await ask(browser, "POST", registerPath, { response: answer })).status).toBe(400);
    expect(await db.selectFrom("staffPasskeys").select("id").execute()).toEqual([]);
    expect(await actions()).toEqual([]);
  });

  test("is stored once, for one account", async () => {
    const authenticator = softwareAuthenticator();
    const first = await owner();
    const registrations = [];
    for (const { browser } of [first, first, await owner()]) {
      const options = await beginRegistration(browser);
      const response = authenticator.register({ ...options, origin: testSiteUrl });
      registrations.push((await ask(browser, "POST", registerPath, { response })).status);
    }
    expect(registrations).toEqual([200, 409, 409]);
    expect(await db.selectFrom("staffPasskeys").select("userId").execute()).toEqual([
      { userId: first.accountId },
    ]);
    expect(await actions()).toEqual(["passkey-added"]);
    expect(await db.selectFrom("letters").select("kind").execute()).toHaveLength(1);
  });

  test("needs a challenge of the same account and of a registration", async () => {
    const { browser } = await owner();
    const stranger = await owner();
    const options = await beginRegistration(stranger.browser);
    for (const [name, value] of stranger.browser.cookies) {
      if (name.endsWith("passkey")) browser.cookies.set(name, value);
    }
    const response = softwareAuthenticator().register({ ...options, origin: testSiteUrl });
    expect((await ask(browser, "POST", registerPath, { response })).status).toBe(400);
    expect((await ask(stranger.browser, "POST", registerPath, { response })).status).toBe(400);
  });

  test("is not stored if the session ended while the response was verified", async () => {
    const { browser, sessionId } = await owner();
    const options = await beginRegistration(browser);
    const response = softwareAuthenticator().register({ ...options, origin: testSiteUrl });
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query("delete from staff_sessions where id = $1", [sessionId]);
      const answered = ask(browser, "POST", registerPath, { response });
      await expect.poll(() => countLockWaits(pool)).toBe(1);
      await client.query("commit");
      expect((await answered).status).toBe(401);
    } finally {
      client.release();
    }
    expect(await db.selectFrom("staffPasskeys").select("id").execute()).toEqual([]);
  });

  test.each<[string, Attest]>([
    ["Apple’s", () => ({ fmt: "apple", attStmt: { x5c: [certificate] } })],
    [
      "Android’s",
      (data, sign) => ({ fmt: "android-key", attStmt: { alg: -7, sig: sign(data), x5c: [certificate] } }),
    ],
    ["Google’s earlier", () => ({ fmt: "android-safetynet", attStmt: { ver: "1", response: safetyNet } })],
    [
      "a packed one with certificates of",
      (data, sign) => ({ fmt: "packed", attStmt: { alg: -7, sig: sign(data), x5c: [certificate] } }),
    ],
    ["a U2F", (data, sign) => ({ fmt: "fido-u2f", attStmt: { sig: sign(data), x5c: [certificate] } })],
    ["a TPM", () => ({ fmt: "tpm", attStmt: { ver: "2.0", alg: -7, x5c: [certificate] } })],
    ["an unknown", () => ({ fmt: "other", attStmt: {} })],
  ])("with %s attestation is refused without a network request", async (_, attest) => {
    const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network"));
    onTestFinished(() => fetched.mockRestore());
    const { browser } = await owner();
    const options = await beginRegistration(browser);
    const answer = softwareAuthenticator().register({ ...options, origin: testSiteUrl, attest });
    const response = await ask(browser, "POST", registerPath, { response: answer });
    expect([response.status, fetched.mock.calls]).toEqual([400, []]);
    expect(await db.selectFrom("staffPasskeys").select("id").execute()).toEqual([]);
  });

  test("may attest itself, as browsers permit when no attestation is requested", async () => {
    const { browser } = await owner();
    const attest: Attest = (data, sign) => ({ fmt: "packed", attStmt: { alg: -7, sig: sign(data) } });
    const options = await beginRegistration(browser);
    const answer = softwareAuthenticator().register({ ...options, origin: testSiteUrl, attest });
    const response = await ask(browser, "POST", registerPath, { response: answer });
    expect(response.status).toBe(200);
  });

  test.each([
    ["attestation object", { attestationObject: "A".repeat(8_193) }],
    [
      "attestation object of nested lists",
      { attestationObject: Buffer.alloc(6_000, 0x81).toString("base64url") },
    ],
    ["attestation object that is not CBOR", { attestationObject: "____" }],
    ["client data", { clientDataJSON: "A".repeat(4_097) }],
    ["list of transports", { transports: Array<string>(17).fill("usb") }],
    ["transport", { transports: ["u".repeat(33)] }],
  ])("with an oversized or malformed response is refused: %s", async (_, changes) => {
    const { browser } = await owner();
    const options = await beginRegistration(browser);
    const answer = softwareAuthenticator().register({ ...options, origin: testSiteUrl });
    const response = { ...answer, response: { ...answer.response, ...changes } };
    expect((await ask(browser, "POST", registerPath, { response })).status).toBe(400);
  });

  test("is not stored if the change cannot be recorded", async () => {
    const { browser } = await owner();
    const options = await beginRegistration(browser);
    const answer = softwareAuthenticator().register({ ...options, origin: testSiteUrl });
    await pool.query("alter table audit_events add constraint closed check (false) not valid");
    try {
      await expect(ask(browser, "POST", registerPath, { response: answer })).rejects.toThrow("closed");
    } finally {
      await pool.query("alter table audit_events drop constraint closed");
    }
    expect(await db.selectFrom("staffPasskeys").select("id").execute()).toEqual([]);
  });
});

test("without any passkey, sign-in is refused and no challenge is stored", async () => {
  const response = await ask(testBrowser(), "GET", optionsPath);
  expect(response.status).toBe(404);
  expect(await db.selectFrom("staffVerifications").select("id").execute()).toEqual([]);
});

test("limits ceremonies by address", async () => {
  const browser = testBrowser();
  const statuses: number[] = [];
  for (let at = 0; at <= authenticationLimits.passkeysByAddress.most; at += 1) {
    statuses.push((await ask(browser, "GET", optionsPath)).status);
  }
  expect(statuses.at(-2)).toBe(404);
  expect(statuses.at(-1)).toBe(429);
});

describe("with the whole site at its limit", () => {
  test("unknown browsers are refused at any address, and known ones are not", async () => {
    await withinOneWindow();
    const { browser, accountId } = await ownerOfPasskey();
    await useUp("passkeysBySite", "site");
    expect((await ask(testBrowser(), "GET", optionsPath)).status).toBe(429);
    browser.cookies.set("practice.device", identity.keys.deviceToken(accountId, "code"));
    expect(await begin(browser)).toHaveProperty("challenge");
  });
});

describe("with the network address at its limit", () => {
  test("a browser that is known for an account with a passkey has its own limit", async () => {
    await withinOneWindow();
    const { browser, authenticator, accountId } = await ownerOfPasskey();
    browser.cookies.set("practice.device", identity.keys.deviceToken(accountId, "code"));
    await useUp("passkeysByAddress", browser.clientAddress);
    const options = await begin(browser);
    const response = await end(browser, authenticator.answer({ ...options, origin: testSiteUrl }));
    expect(response.status).toBe(200);
    browser.cookies.delete("practice.session_token");
    for (let at = 0; at < authenticationLimits.passkeysByDevice.most; at += 1) {
      await ask(browser, "GET", optionsPath);
    }
    expect((await ask(browser, "GET", optionsPath)).status).toBe(429);
  });

  test("a browser known for an account without a passkey, or with a forged cookie, is refused", async () => {
    await ownerOfPasskey();
    const { accountId } = await signedIn(db, { role: "pending" });
    const token = identity.keys.deviceToken(accountId, "password");
    for (const cookie of [token, token.replace(/..$/, "AA")]) {
      const browser = testBrowser();
      browser.cookies.set("practice.device", cookie);
      await useUp("passkeysByAddress", browser.clientAddress);
      expect((await ask(browser, "GET", optionsPath)).status).toBe(429);
    }
  });

  test("a session registers a passkey", async () => {
    const { browser } = await owner();
    await useUp("passkeysByAddress", browser.clientAddress);
    expect(await beginRegistration(browser)).toHaveProperty("challenge");
  });
});

test.each([
  ["GET", "/api/auth/get-session"],
  ["POST", "/api/auth/sign-in/email"],
  ["POST", "/api/auth/sign-up/email"],
  ["GET", "/api/auth/passkey/list-user-passkeys"],
  ["POST", verifyPath.replace("verify", "VERIFY")],
  ["GET", verifyPath],
])("does not expose the library’s %s %s", async (method, path) => {
  expect((await ask(testBrowser(), method, path)).status).toBe(404);
});

/** Counts as many ceremonies as a limit allows. No other attempt was counted before. */
async function useUp(limit: "passkeysByAddress" | "passkeysBySite", of: string): Promise<void> {
  await countAttempts({ db, clock: systemClock, keys: identity.keys }, [{ limit, of }]);
  await db.updateTable("rateLimits").set({ count: authenticationLimits[limit].most }).execute();
}

type Browser = ReturnType<typeof testBrowser>;
type Attest = NonNullable<Parameters<ReturnType<typeof softwareAuthenticator>["register"]>[0]["attest"]>;
type Options = { challenge: string; rpId: string };

async function ownerOfPasskey() {
  const authenticator = softwareAuthenticator();
  const { accountId, email, sessionId } = await signedIn(db, { role: "owner" });
  await db.deleteFrom("staffSessions").where("id", "=", sessionId).execute();
  await addPasskey(db, accountId, {
    credentialId: authenticator.id,
    publicKey: authenticator.publicKey.toString("base64"),
  });
  return { browser: testBrowser(), authenticator, accountId, email };
}

async function owner() {
  const { cookie, ...person } = await signedIn(db, { role: "owner" });
  const browser = testBrowser();
  browser.take(new Headers({ "set-cookie": cookie }));
  return { browser, ...person };
}

async function beginRegistration(browser: Browser): Promise<{ challenge: string }> {
  const response = await ask(browser, "GET", "/api/auth/passkey/generate-register-options");
  expect(response.status).toBe(200);
  // The library's own response.
  const options = (await response.json()) as { challenge: string; authenticatorSelection: object };
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: "required",
    userVerification: "required",
  });
  return options;
}

async function begin(browser: Browser): Promise<Options> {
  const response = await ask(browser, "GET", optionsPath);
  expect(response.status).toBe(200);
  // The library's own answer to exactly this call.
  return (await response.json()) as Options;
}

function end(browser: Browser, response: PasskeyAnswer): Promise<Response> {
  return ask(browser, "POST", verifyPath, { response });
}

async function ask(browser: Browser, method: string, path: string, body?: object): Promise<Response> {
  const { request, clientAddress } = browser.visitor();
  const headers = new Headers(request.headers);
  headers.set("origin", testSiteUrl);
  if (body !== undefined) headers.set("content-type", "application/json");
  const answered = await identity.handle({
    request: new Request(testSiteUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    clientAddress,
  });
  browser.take(answered.headers);
  return answered;
}

function sessionOf(browser: Browser) {
  return identity.currentSession(browser.visitor().request.headers);
}

async function actions(): Promise<string[]> {
  const rows = await db.selectFrom("auditEvents").select("action").orderBy("id").execute();
  return rows.map(({ action }) => action);
}
