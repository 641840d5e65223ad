import { describe, expect, it } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();

/** One page of each kind: cached, with an island, with a form, hydrated, with a secret path, unknown. */
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
  // Pages outside the staff area are requested without a session, because /auth redirects with one.
  return site.request(path, path.startsWith("/admin") ? { headers: { cookie } } : {});
}

function readPolicy(response: Response): Map<string, string> {
  const policy = response.headers.get("content-security-policy") ?? "";
  return new Map(
    policy.split(";").map((directive): [string, string] => {
      const [name = "", ...values] = directive.trim().split(" ");
      return [name, values.join(" ")];
    }),
  );
}

describe("every kind of page", () => {
  it.each(pages)("permits only listed sources and no framing: %s", async (path) => {
    const policy = readPolicy(await asOwner(path));
    expect(policy.get("default-src")).toBe("'none'");
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'self'");
    expect([...policy.values()].join(" ")).not.toMatch(/unsafe|\*|data:|https?:/);
  });

  it.each(pages)("disables content sniffing and cross-site referrers: %s", async (path) => {
    const { headers } = await asOwner(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toMatch(/^(?:same-origin|origin|no-referrer)$/);
    expect(headers.get("server")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
  });

  it.each(pages)("isolates its window unless it is identical for all visitors: %s", async (path) => {
    const { headers } = await asOwner(path);
    const isIsolated = headers.get("cross-origin-opener-policy") === "same-origin";
    expect(isIsolated).toBe(!["/", "/pre-loi-assessment", "/no-such-page"].includes(path));
  });

  it.each(["/admin", "/admin/team", "/admin/account", "/api/session", "/api/exports/assessments.csv"])(
    "in the staff area is not cached: %s",
    async (path) => {
      const { cookie } = await signedIn(site.db, { role: "owner" });
      const response = await site.request(path, { headers: { cookie } });
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toContain("no-store");
      await response.body?.cancel();
    },
  );
});
