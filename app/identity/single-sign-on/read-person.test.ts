import { describe, expect, test } from "vitest";
import { readPerson } from "./read-person.server.ts";

const settings = { issuer: "https://login.example.com", domain: "example.com" };
const claims = { sub: "1", email: "Ruth@Example.com", email_verified: true };

describe("the claims of a person", () => {
  test("give the subject, the address in lower case and a name", () => {
    expect(readPerson({ ...claims, name: " Ruth Alvarez " }, settings)).toEqual({
      ok: true,
      person: {
        subject: "1",
        email: "ruth@example.com",
        name: "Ruth Alvarez",
        hasSecondFactor: false,
        authenticatedAt: undefined,
      },
    });
  });

  test.each([undefined, "", " ", 7, "Ruth\nAlvarez", "R".repeat(201)])(
    "give the local part of the address as the name instead of %j",
    (name) => expect(readPerson({ ...claims, name }, settings)).toMatchObject({ person: { name: "ruth" } }),
  );

  test.each([undefined, false, "true", "false", 1, null])("are refused if email_verified is %j", (value) => {
    expect(readPerson({ ...claims, email_verified: value }, settings)).toEqual({
      ok: false,
      reason: "unverified",
    });
  });

  test.each([undefined, "", "no address", "ruth@example.com@example.com"])(
    "are refused with the address %j",
    (email) => expect(readPerson({ ...claims, email }, settings).ok).toBe(false),
  );

  test.each([undefined, "", "s".repeat(256), "a\u0000b"])("are refused with the subject %j", (sub) => {
    expect(readPerson({ ...claims, sub }, settings).ok).toBe(false);
  });

  test.each([
    [{ amr: ["pwd", "mfa"] }, true],
    [{ acr: "urn:okta:loa:2fa:any" }, true],
    [{ amr: ["pwd"], acr: "1" }, false],
    [{ amr: "mfa" }, false],
  ])("%j state a second factor: %s", (added, hasSecondFactor) => {
    expect(readPerson({ ...claims, ...added }, settings)).toMatchObject({ person: { hasSecondFactor } });
  });

  test("of Google must be those of an account of the firm’s organization", () => {
    const google = { ...settings, issuer: "https://accounts.google.com" };
    expect(readPerson({ ...claims, hd: "example.com" }, google).ok).toBe(true);
    const refused = { ok: false, reason: "other-domain" };
    expect(readPerson(claims, google)).toEqual(refused);
    expect(readPerson({ ...claims, hd: "example.org" }, google)).toEqual(refused);
  });

  test.each([true, "true", 1, "1"])("of Microsoft are verified if xms_edov is %j", (value) => {
    const { email_verified: _, ...unstated } = claims;
    const microsoft = { ...settings, issuer: "https://login.microsoftonline.com/tenant/v2.0" };
    expect(readPerson({ ...unstated, xms_edov: value }, microsoft).ok).toBe(true);
    expect(readPerson({ ...unstated, xms_edov: value }, settings).ok).toBe(false);
    expect(readPerson({ ...unstated, xms_edov: false }, microsoft).ok).toBe(false);
    expect(readPerson({ ...claims, email_verified: false, xms_edov: value }, microsoft).ok).toBe(false);
  });
});
