import { expect, test } from "@playwright/test";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn } from "../kit/staff.ts";

// The ceremony itself, against the endpoints, before a screen stands on it: registration while signed in, then signing in with
// nothing but the authenticator.
test("a passkey can be registered and signs in, on localhost", async ({ page, context }) => {
  const { email } = newPerson();
  addStaff(email, "owner");
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await signIn(page, email);

  const registered = await page.evaluate(async () => {
    const answer = await fetch("/api/auth/passkey/generate-register-options");
    // The library's own answer, made for exactly this call.
    const options = (await answer.json()) as PublicKeyCredentialCreationOptionsJSON;
    const credential = await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    });
    if (!(credential instanceof PublicKeyCredential)) return "no credential";
    const response = await fetch("/api/auth/passkey/verify-registration", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ response: credential.toJSON(), name: "test" }),
    });
    return response.status;
  });
  expect(registered).toBe(200);

  await context.clearCookies();
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/auth$/);
  const signedIn = await page.evaluate(async () => {
    const answer = await fetch("/api/auth/passkey/generate-authenticate-options");
    // As above.
    const options = (await answer.json()) as PublicKeyCredentialRequestOptionsJSON;
    const credential = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    });
    if (!(credential instanceof PublicKeyCredential)) return "no credential";
    const response = await fetch("/api/auth/passkey/verify-authentication", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ response: credential.toJSON() }),
    });
    return response.status;
  });
  expect(signedIn).toBe(200);
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/admin$/);
});
