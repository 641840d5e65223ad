import { createHash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { testApp } from "#tests/kit/app.ts";

const site = testApp();

/** Stands in every page whose visits are counted, and asks for the visit script when all the rest is there. */
const visitLoader = /^addEventListener\("load",.*import\("\/assets\/visit-[\w-]+\.js"\)/;

/** What stands in the scripts of a page; data for search engines is none. */
function scriptsIn(html: string): string[] {
  return [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>(.*?)<\/script>/gs)].map(
    ([, code = ""]) => code,
  );
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

describe("a text page", () => {
  it("is complete in one answer: styles in place, no script but the visits', no style attribute", async () => {
    const html = await (await site.request("/")).text();
    expect(html).toMatch(/^<!DOCTYPE html>/);
    expect(html).toContain("<style>");
    expect(html).not.toMatch(/<link[^>]*rel="stylesheet"/);
    expect(scriptsIn(html)).toEqual([expect.stringMatching(visitLoader)]);
    expect(html).not.toMatch(/\sstyle="/);
    expect(html).not.toMatch(/\son[a-z]+="/);
  });

  it("allows exactly the styles that it carries, the script that stands in it, and our own files", async () => {
    const response = await site.request("/");
    const policy = response.headers.get("content-security-policy") ?? "";
    const html = await response.text();
    const styles = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
    expect(policy).toContain(`style-src '${digest(styles)}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'self' '${digest(scriptsIn(html)[0] ?? "")}';`);
    expect(policy).not.toContain("unsafe");
  });

  it("is counted on the not-found page", async () => {
    const html = await (await site.request("/no/such/page")).text();
    expect(html).toContain("/assets/visit-");
  });

  it.each(["/compliance-dashboard", "/compliance-dashboard/print-pack"])(
    "is not counted at %s, nor any page that it shows",
    async (path) => {
      expect(await (await site.request(path)).text()).not.toContain("/assets/visit-");
    },
  );

  it("allows no script where it carries none", async () => {
    const response = await site.request("/compliance-dashboard/print-pack");
    expect(scriptsIn(await response.text())).toEqual([]);
    expect(response.headers.get("content-security-policy")).not.toContain("script-src");
  });

  it("carries the site's address as its canonical link", async () => {
    const html = await (await site.request("/?utm_source=x")).text();
    expect(html).toContain('<link rel="canonical" href="http://localhost:3000/"/>');
  });

  it("is the same bytes for everyone, whatever the visitor sends", async () => {
    const plain = await (await site.request("/")).text();
    const other = await site.request("/?name=%3Cscript%3E", {
      headers: { cookie: "a=b", "user-agent": "x" },
    });
    expect(await other.text()).toBe(plain);
  });

  it("is sent compressed as the browser asks, and says so", async () => {
    const response = await site.request("/", { headers: { "accept-encoding": "gzip, br" } });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    const html = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(html).toContain("</html>");
    const refused = await site.request("/", { headers: { "accept-encoding": "br;q=0" } });
    expect(refused.headers.get("content-encoding")).toBeNull();
  });

  it("is not sent again to a browser that has it", async () => {
    const etag = (await site.request("/")).headers.get("etag") ?? "";
    const response = await site.request("/", { headers: { "if-none-match": etag } });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe("");
  });

  it("answers HEAD with the same headers and no body", async () => {
    const response = await site.request("/", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("etag")).not.toBeNull();
    expect(await response.text()).toBe("");
  });

  it("has no data door", async () => {
    const result = "/pre-loi-assessment/result/3MFT7NG0x4jgzV3hkBPXxoUe62OlUs45.data";
    for (const path of ["/_root.data", "/pre-loi-assessment.data", result]) {
      const response = await site.request(path);
      expect(response.status, path).toBe(404);
      expect(response.headers.get("content-type"), path).toContain("application/json");
    }
    expect((await site.request("/nowhere.data")).status).toBe(404);
  });
});

describe("an unknown address", () => {
  it("answers 404 with the page that says so, which search engines leave out", async () => {
    const response = await site.request("/no/such/page");
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html).toContain("Oops! Page not found");
    expect(html).toContain("Return to Home");
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  it("is logged once below error level, with its path but not its query", async () => {
    site.logged.length = 0;
    await site.request("/no/such/page?email=someone@example.com");
    const lines = site.logged.filter(({ event }) => event !== "request.answered");
    expect(lines).toEqual([{ level: "info", event: "page.not_found", fields: { path: "/…/…/…" } }]);
    expect(JSON.stringify(site.logged)).not.toContain("someone@example.com");
  });

  it("is logged with all segments masked that no route contains", async () => {
    site.logged.length = 0;
    await site.request("/phone/7378675309");
    await site.request("/tel:+17378675309");
    await site.request("/name/Zebediah-Quartzman");
    await site.request("/e/a(at)b.com");
    // The server redirects these, so the log of answered requests has them.
    await site.request("/name/Zebediah-Quartzman/");
    await site.request("/admin/Zebediah-Quartzman/");
    await site.request("/admin/Zebediah-Quartzman.data");
    await site.request("/functions/v1/Zebediah-Quartzman", { method: "PUT" });
    await site.request("/Zebediah-Quartzman", { method: "POST" });
    await site.request("/blog/zebediah-quartzman.php");
    expect(JSON.stringify(site.logged)).not.toMatch(/7378675309|zebediah|quartzman|a\(at\)b/i);
    const paths = site.logged.map(({ fields }) => fields["path"]);
    expect(paths).toContain("/admin/…/");
    expect(paths).toContain("/blog/….php");
  });

  it("is logged with secrets and email addresses masked", async () => {
    site.logged.length = 0;
    await site.request("/result/3MFT7NG0x4jgzV3hkBPXxoUe62OlUs45/someone%40example.com");
    await site.request("//result/3MFT7NG0x4jgzV3hkBPXxoUe62OlUs45/someone@example.com");
    expect(site.logged).toContainEqual({
      level: "info",
      event: "page.not_found",
      fields: { path: "/result/…/…" },
    });
    expect(JSON.stringify(site.logged)).not.toMatch(/3MFT7NG0|someone/);
  });

  it("can't be used to fill the log", async () => {
    site.logged.length = 0;
    for (let index = 0; index < 200; index += 1) await site.request(`/scan/${index}`);
    // Two minutes can meet in these requests.
    const lines = site.logged.filter(({ event }) => event === "page.not_found");
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(120);
  });
});

describe("addresses", () => {
  it("have one form: a slash at the end leads to the address without it, query kept", async () => {
    const response = await site.request("/pre-loi-assessment/?a=1");
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe("/pre-loi-assessment?a=1");
  });

  it("never lead to another site", async () => {
    const response = await site.request("//example.com/");
    expect(response.headers.get("location") ?? "/").not.toMatch(/^\/\/|^https?:/);
  });
});

it("a form is accepted behind a proxy that puts another host in", async () => {
  const response = await site.postForm("/pre-loi-assessment", {}, { host: "10.0.0.7:8080" });
  expect(await response.text()).toContain("Please complete all fields");
});

describe("an address has one spelling", () => {
  it("written in capitals it leads to the page", async () => {
    const response = await site.request("/PRE-loi-Assessment?a=1");
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe("/pre-loi-assessment?a=1");
  });

  it.each(["/pre%2Dloi-assessment", "/%E0%A4%A", "/pre-loi-assessment/%ff", "/%00", "/ADMIN"])(
    "%s has no page, and is no fault",
    async (path) => {
      site.logged.length = 0;
      expect((await site.request(path)).status).toBe(404);
      const events = site.logged.map(({ event }) => event).filter((event) => event !== "request.answered");
      expect([[], ["page.not_found"]]).toContainEqual(events);
    },
  );

  it.each(["/%5Cevil.example/", "/%09/evil.example/", "/%0d%0aX-A:b/"])(
    "a slash at the end never leads to another site: %s",
    async (path) => {
      const { headers, status } = await site.request(path);
      expect(status).toBe(308);
      const target = new URL(headers.get("location") ?? "", "http://localhost:3000");
      expect(target.origin).toBe("http://localhost:3000");
    },
  );
});

describe("a method that an address does not take", () => {
  it.each([
    ["POST", "/", 405],
    ["PUT", "/pre-loi-assessment", 405],
    ["DELETE", "/pre-loi-assessment/result/3MFT7NG0x4jgzV3hkBPXxoUe62OlUs45", 405],
    ["POST", "/admin", 405],
    ["POST", "/no/such/page", 404],
    ["OPTIONS", "/", 405],
  ])("%s %s returns %i without an error-level log line", async (method, path, status) => {
    site.logged.length = 0;
    const response = await site.request(path, { method, headers: { origin: "http://localhost:3000" } });
    expect(response.status).toBe(status);
    expect(site.logged.filter(({ level }) => level === "error")).toEqual([]);
    expect(JSON.stringify(site.logged)).not.toContain("3MFT7NG0x4jgzV3h");
  });
});

describe("health", () => {
  it("is told apart: the process lives, the database answers", async () => {
    expect((await site.request("/healthz")).status).toBe(200);
    const ready = await site.request("/readyz");
    expect(ready.status).toBe(200);
    // The response must not reveal the mail server or other details of this installation.
    expect(await ready.text()).toBe("ready\n");
  });
});

describe("every answer", () => {
  it.each(["/", "/no-such-page", "/healthz", "/api/nothing", "/auth"])(
    "carries the security headers: %s",
    async (path) => {
      const { headers } = await site.request(path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    },
  );
});

describe("a page that is only read", () => {
  const key = "3MFT7NG0x4jgzV3hkBPXxoUe62OlUs45";
  beforeEach(() => void site.logged.splice(0));

  it.each(["file://", "chrome-extension://abcdef", "data:text/html,x", "https://evil.example", "null", "\\"])(
    "is the same for a program that says it comes from %s, and its address is not told to the log",
    async (origin) => {
      for (const path of ["/auth", `/auth/reset/${key}`, "/admin?search=avery"]) {
        const [said, plain] = await Promise.all([
          site.request(path, { headers: { origin } }),
          site.request(path),
        ]);
        expect([said.status, said.headers.get("location")]).toEqual([
          plain.status,
          plain.headers.get("location"),
        ]);
        expect(await said.text()).not.toContain("evil");
      }
      expect(site.logged.filter(({ level }) => level !== "info")).toEqual([]);
      expect(JSON.stringify(site.logged)).not.toMatch(new RegExp(`${key}|avery`));
    },
  );
});

describe("a change asked for by another site's page", () => {
  it.each([{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }])(
    "is refused: %o",
    async (headers: Record<string, string>) => {
      const response = await site.request("/auth", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: "email=a@example.com&password=secret",
      });
      expect(response.status).toBe(403);
    },
  );
});
