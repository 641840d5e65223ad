import { describe, expect, it } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();

/** One page of each kind: sent from memory, with an island, with a form, hydrated, secret, unknown. */
const pages = [
  "/",
  "/pre-loi-assessment",
  "/auth",
  "/auth/reset",
  "/auth/confirm/x",
  "/admin",
  "/admin/team",
  "/no-such-page",
];

async function asOwner(path: string): Promise<Response> {
  const { cookie } = await signedIn(site.db, { role: "owner" });
  // With a session /auth leads away; it is looked at as everybody sees it.
  return site.request(path, path.startsWith("/admin") ? { headers: { cookie } } : {});
}

function policyOf(response: Response): Map<string, string> {
  const policy = response.headers.get("content-security-policy") ?? "";
  return new Map(
    policy.split(";").map((directive): [string, string] => {
      const [name = "", ...values] = directive.trim().split(" ");
      return [name, values.join(" ")];
    }),
  );
}

describe("a page of any kind", () => {
  it.each(pages)("allows only what it names, and nobody to frame it: %s", async (path) => {
    const policy = policyOf(await asOwner(path));
    expect(policy.get("default-src")).toBe("'none'");
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'self'");
    expect([...policy.values()].join(" ")).not.toMatch(/unsafe|\*|data:|https?:/);
  });

  it.each(pages)(
    "is not guessed at, tells no other site where it was left, stands alone: %s",
    async (path) => {
      const { headers } = await asOwner(path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toMatch(/^(?:same-origin|origin|no-referrer)$/);
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("server")).toBeNull();
      expect(headers.get("x-powered-by")).toBeNull();
    },
  );

  it.each(["/admin", "/admin/team", "/admin/account", "/api/session", "/api/exports/assessments.csv"])(
    "of the staff area is kept by nobody: %s",
    async (path) => {
      const { cookie } = await signedIn(site.db, { role: "owner" });
      const response = await site.request(path, { headers: { cookie } });
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toContain("no-store");
      await response.body?.cancel();
    },
  );
});
