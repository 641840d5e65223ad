import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { testApp } from "#tests/kit/app.ts";

const site = testApp();

/** The inline script of every page with visit tracking. It loads the visit script after everything else. */
const visitLoader = /^addEventListener\("load",.*import\("\/assets\/visit-[\w-]+\.js"\)/;

/** The inline scripts of a page, without structured data. */
function scriptsIn(html: string): string[] {
  return [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>(.*?)<\/script>/gs)].map(
    ([, code = ""]) => code,
  );
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

describe("a text page", () => {
  it("is complete in one response, with inlined styles, only the visit script and no style attribute", async () => {
    const html = await (await site.request("/")).text();
    expect(html).toMatch(/^<!DOCTYPE html>/);
    expect(html).toContain("<style>");
    expect(html).not.toMatch(/<link[^>]*rel="stylesheet"/);
    expect(scriptsIn(html)).toEqual([expect.stringMatching(visitLoader)]);
    expect(html).not.toMatch(/\sstyle="/);
    expect(html).not.toMatch(/\son[a-z]+="/);
  });

  it("permits exactly its inlined styles, its inline script and files of this site", async () => {
    const response = await site.request("/");
    const policy = response.headers.get("content-security-policy") ?? "";
    const html = await response.text();
    const styles = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
    expect(policy).toContain(`style-src '${digest(styles)}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'self' '${digest(scriptsIn(html)[0] ?? "")}';`);
    expect(policy).not.toContain("unsafe");
  });

  it("tracks visits on the not-found page", async () => {
    const html = await (await site.request("/no/such/page")).text();
    expect(html).toContain("/assets/visit-");
  });

  it.each(["/compliance-dashboard", "/compliance-dashboard/print-pack"])(
    "does not track visits at %s or on the pages that it shows",
    async (path) => {
      const response = await site.request(path);
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain("/assets/visit-");
    },
  );

  it("permits no script if it contains none", async () => {
    const response = await site.request("/compliance-dashboard/print-pack");
    expect(scriptsIn(await response.text())).toEqual([]);
    expect(response.headers.get("content-security-policy")).not.toContain("script-src");
  });

  it("has a canonical link without the query", async () => {
    const html = await (await site.request("/?utm_source=x")).text();
    expect(html).toContain('<link rel="canonical" href="http://localhost:3000/"/>');
  });

  it("is identical for all visitors, regardless of cookies and query", async () => {
    const plain = await (await site.request("/")).text();
    const other = await site.request("/?name=%3Cscript%3E", {
      headers: { cookie: "a=b", "user-agent": "x" },
    });
    expect(await other.text()).toBe(plain);
  });

  it("is compressed with an encoding that the browser accepts", async () => {
    const response = await site.request("/", { headers: { "accept-encoding": "gzip, br" } });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    const html = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(html).toContain("</html>");
    const refused = await site.request("/", { headers: { "accept-encoding": "br;q=0" } });
    expect(refused.headers.get("content-encoding")).toBeNull();
  });

  it("is not sent again to a browser that has cached it", async () => {
    const etag = (await site.request("/")).headers.get("etag") ?? "";
    const response = await site.request("/", { headers: { "if-none-match": etag } });
    expect(response.status).toBe(304);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(await response.text()).toBe("");
  });

  it("answers HEAD with the same headers and no body", async () => {
    const response = await site.request("/", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("etag")).not.toBeNull();
    expect(await response.text()).toBe("");
  });

  it("does not answer data requests of React Router", async () => {
    const result = "/pre-loi-assessment/result/3MFT7NG0x4jgzV3hkBPXxoUe62OlUs45.data";
    for (const path of ["/_root.data", "/pre-loi-assessment.data", result]) {
      const response = await site.request(path);
      expect(response.status, path).toBe(404);
      expect(response.headers.get("content-type"), path).toContain("application/json");
    }
    expect((await site.request("/nowhere.data")).status).toBe(404);
  });
});

describe.each(["/pre-loi-assessment", "/linkedin-live-signup"])("the form page %s", (path) => {
  const readToken = (html: string): string => /name="formToken" value="([^"]+)"/.exec(html)?.[1] ?? "";
  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("is compressed as %s around the token, which differs in each response", async (encoding, decode) => {
    const view = async () => {
      const response = await site.request(path, { headers: { "accept-encoding": encoding } });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      const bytes = Buffer.from(await response.arrayBuffer());
      return { bytes, token: readToken(decode(bytes).toString()) };
    };
    const [first, second] = [await view(), await view()];
    expect(first.token).not.toBe("");
    expect(first.token).not.toBe(second.token);
    // The token is not compressed, so all other bytes can be the same in both responses.
    expect(first.bytes.includes(first.token)).toBe(true);
    const insertSecond = first.bytes.toString("latin1").replaceAll(first.token, second.token);
    const checksumBytes = encoding === "gzip" ? 8 : 0;
    const withoutChecksum = (bytes: string) => bytes.slice(0, bytes.length - checksumBytes);
    expect(withoutChecksum(insertSecond)).toBe(withoutChecksum(second.bytes.toString("latin1")));
  });

  it("is the same page in every encoding", async () => {
    const plain = await (await site.request(path)).text();
    const response = await site.request(path, { headers: { "accept-encoding": "br" } });
    const decoded = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(decoded.replaceAll(readToken(decoded), "")).toBe(plain.replaceAll(readToken(plain), ""));
  });
});

describe("an unknown path", () => {
  it("returns 404 with the not-found page, which has noindex", async () => {
    const response = await site.request("/no/such/page");
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html).toContain("Oops! Page not found");
    expect(html).toContain("Return to Home");
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  it("returns 404 also to a client that has cached the not-found page", async () => {
    const etag = (await site.request("/no/such/page")).headers.get("etag") ?? "";
    const response = await site.request("/another/such/page", { headers: { "if-none-match": etag } });
    expect(etag).not.toBe("");
    expect(response.status).toBe(404);
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
    // The server redirects these paths, so they appear as answered requests.
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

  it("is logged a limited number of times per minute", async () => {
    site.logged.length = 0;
    for (let index = 0; index < 200; index += 1) await site.request(`/scan/${index}`);
    // The requests can span two minutes.
    const lines = site.logged.filter(({ event }) => event === "page.not_found");
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(120);
  });
});

describe("paths", () => {
  it("with a trailing slash redirect to the path without it and keep the query", async () => {
    const response = await site.request("/pre-loi-assessment/?a=1");
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe("/pre-loi-assessment?a=1");
  });

  it("never redirect to another site", async () => {
    const response = await site.request("//example.com/");
    expect(response.headers.get("location") ?? "/").not.toMatch(/^\/\/|^https?:/);
  });
});

it("a form is accepted behind a proxy that changes the Host header", async () => {
  const response = await site.postForm("/pre-loi-assessment", {}, { host: "10.0.0.7:8080" });
  expect(await response.text()).toContain("Please complete all fields");
});

describe("each page has one spelling of its path", () => {
  it("capitals redirect to the page", async () => {
    const response = await site.request("/PRE-loi-Assessment?a=1");
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe("/pre-loi-assessment?a=1");
  });

  it.each(["/pre%2Dloi-assessment", "/%E0%A4%A", "/pre-loi-assessment/%ff", "/%00", "/ADMIN"])(
    "%s has no page and logs no error",
    async (path) => {
      site.logged.length = 0;
      expect((await site.request(path)).status).toBe(404);
      const events = site.logged.map(({ event }) => event).filter((event) => event !== "request.answered");
      expect([[], ["page.not_found"]]).toContainEqual(events);
    },
  );

  it.each(["/%5Cevil.example/", "/%09/evil.example/", "/%0d%0aX-A:b/"])(
    "a trailing slash never redirects to another site: %s",
    async (path) => {
      const { headers, status } = await site.request(path);
      expect(status).toBe(308);
      const target = new URL(headers.get("location") ?? "", "http://localhost:3000");
      expect(target.origin).toBe("http://localhost:3000");
    },
  );
});

describe("an unsupported method", () => {
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

describe("the probes", () => {
  it("report separately that the process runs and that the database accepts writes", async () => {
    expect((await site.request("/healthz")).status).toBe(200);
    const ready = await site.request("/readyz");
    expect(ready.status).toBe(200);
    // The response must not reveal the mail server or other details of this installation.
    expect(await ready.text()).toBe("ready\n");
  });
});

describe("every response", () => {
  it.each(["/", "/no-such-page", "/healthz", "/api/nothing", "/auth"])(
    "has the security headers: %s",
    async (path) => {
      const { headers } = await site.request(path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("same-origin");
    },
  );
});

describe("a GET request for a page", () => {
  const key = "3MFT7NG0x4jgzV3hkBPXxoUe62OlUs45";
  beforeEach(() => void site.logged.splice(0));

  it.each(["file://", "chrome-extension://abcdef", "data:text/html,x", "https://evil.example", "null", "\\"])(
    "is answered as usual with an Origin of %s, and its path is masked in the log",
    async (origin) => {
      for (const path of ["/auth", `/auth/reset/${key}`, "/admin?search=avery"]) {
        const [withOrigin, plain] = await Promise.all([
          site.request(path, { headers: { origin } }),
          site.request(path),
        ]);
        expect([withOrigin.status, withOrigin.headers.get("location")]).toEqual([
          plain.status,
          plain.headers.get("location"),
        ]);
        expect(await withOrigin.text()).not.toContain("evil");
      }
      expect(site.logged.filter(({ level }) => level !== "info")).toEqual([]);
      expect(JSON.stringify(site.logged)).not.toMatch(new RegExp(`${key}|avery`));
    },
  );
});

describe("a state-changing request from another site", () => {
  it.each([{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }])(
    "is rejected: %o",
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
