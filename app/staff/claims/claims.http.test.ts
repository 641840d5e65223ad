import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { claimPath, claimsPath, decideClaimsPath } from "#app/staff/paths/record-path.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPage } from "#tests/kit/published-site.ts";
import { claimWith, publishClaims } from "#tests/kit/stored-claims.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const now = new Date("2026-11-28T16:00:00Z");
const site = testApp({ now });
const { audited, cookieOf, get, page, post } = asStaff(site);

const home = aPage("/", "<p>We have 5 offices. We have 9 advisors.</p>");
const about = aPage("/about", "<p>We have 5 offices.</p>");
const publish = () => publishClaims(site.db, [home, about]);
const idOf = (figure: string) => claimWith(site.db, figure);
const words = async (path: string, cookie: string) => wordsOf(await page(path, cookie));

const evidence = {
  decision: "bound",
  evidenceUrl: "https://files.example.com/offices.pdf",
  evidenceNote: "The leases",
  asOf: "2026-01-31",
  expiresOn: "2099-12-31",
};
const waiver = { decision: "waived", reason: "Not a statement of fact" };

/** Stores that the latest evidence has expired. */
async function expire(id: number): Promise<void> {
  await sql`update claims set expires_on = '2020-01-01' where id = ${id}`.execute(site.db);
}

describe("the register", () => {
  test("lists each claim once with its sentence, its page and its status, and can be filtered", async () => {
    await publish();
    const cookie = await cookieOf("examiner");
    const text = await words(claimsPath(), cookie);
    expect(text).toContain("5 offices We have 5 offices. / and 1 more");
    expect(text).toContain("2 claims");
    expect(text).not.toContain("Review selected claims");
    expect(await words(claimsPath({ page: "/about" }), cookie)).toContain("1 claim");
    expect(await words(claimsPath({ status: "undecided" }), cookie)).toContain("2 claims");
    expect(await words(claimsPath({ status: "bound" }), cookie)).toContain("Nothing matches.");
    expect(await page(claimsPath(), cookie)).toContain('href="/admin/record?page=%2F"');
    expect(await audited("leads-viewed")).toMatchObject([{ details: { list: "claims" } }]);
  });

  test("says that a claim is no longer on the site, and leads to the page as it was", async () => {
    await publish();
    const id = await idOf("9 advisors");
    await publishClaims(site.db, [about]);
    const cookie = await cookieOf("examiner");
    expect(await words(claimsPath({ status: "gone" }), cookie)).toContain("1 claim");
    expect(await words(claimPath(id), cookie)).toMatch(/No longer on the site .* no longer on this page/);
    expect(await page(claimPath(id), cookie)).toMatch(
      /href="\/admin\/record\?page=%2F&amp;date=[\d-]+&amp;time=/,
    );
  });

  test("is exported with the evidence", async () => {
    await publish();
    const id = await idOf("5 offices");
    const cookie = await cookieOf("owner");
    await post(claimPath(id), cookie, { claim: `${id}.0`, ...evidence });
    const csv = await (await get("/api/exports/claims.csv?status=bound", cookie)).text();
    expect(csv).toContain("We have 5 offices.");
    expect(csv).toContain("https://files.example.com/offices.pdf");
    expect(csv).not.toContain("advisors");
    expect(await audited("leads-exported")).toMatchObject([{ details: { list: "claims", records: 1 } }]);
  });
});

describe("a file as evidence", () => {
  const pdf = new Blob(["%PDF-1.7\n1 0 obj"]);

  /** Posts the form with a file, like a browser. */
  async function send(id: number, cookie: string, file: Blob, name: string, fields: Record<string, string>) {
    const form = new FormData();
    for (const [field, value] of Object.entries({ claim: `${id}.0`, ...fields })) form.append(field, value);
    form.append("evidenceUpload", file, name);
    return site.request(claimPath(id), {
      method: "POST",
      headers: { cookie, origin: testSiteUrl, "sec-fetch-site": "same-origin" },
      body: form,
    });
  }

  test("is stored with the decision, and downloaded without being displayed", async () => {
    await publish();
    const id = await idOf("5 offices");
    const cookie = await cookieOf("owner");
    const { evidenceUrl: _, ...fields } = evidence;
    const saved = await send(id, cookie, pdf, "leases.pdf", { ...fields, evidenceNote: "" });
    expect(saved.headers.get("location")).toBe(`${claimPath(id)}?done=bound`);
    const html = await page(claimPath(id), await cookieOf("examiner"));
    const [, path = ""] = /href="(\/api\/record\/evidence\/[0-9a-f]{64})"/.exec(html) ?? [];
    const file = await get(path, await cookieOf("examiner"));
    expect(await file.text()).toBe("%PDF-1.7\n1 0 obj");
    expect(html).toContain(`<a href="${path}">leases.pdf</a>`);
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="leases.pdf"');
    expect(file.headers.get("content-security-policy")).toContain("sandbox");
    expect(await audited("claim-bound")).toMatchObject([{ details: { file: path.split("/").at(-1) } }]);
  });

  test("is recorded in the audit log when someone downloads it, once per session in a quarter of an hour", async () => {
    await publish();
    const id = await idOf("5 offices");
    const owner = await cookieOf("owner");
    await send(id, owner, pdf, "leases.pdf", evidence);
    const [, hash = ""] =
      /\/api\/record\/evidence\/([0-9a-f]{64})"/.exec(await page(claimPath(id), owner)) ?? [];
    const examiner = await cookieOf("examiner");
    for (const cookie of [examiner, examiner, owner]) {
      expect((await get(`/api/record/evidence/${hash}`, cookie)).status).toBe(200);
    }
    expect((await get(`/api/record/evidence/${"0".repeat(64)}`, examiner)).status).toBe(404);
    const downloads = await audited("evidence-downloaded");
    expect(downloads).toMatchObject([{ details: { file: hash } }, { details: { file: hash } }]);
  });

  test("stays with the form when another field has to be corrected", async () => {
    await publish();
    const id = await idOf("5 offices");
    const cookie = await cookieOf("owner");
    const refused = await send(id, cookie, pdf, "leases.pdf", { ...evidence, asOf: "" });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain("A file is stored with this form.");
    const [, hash = ""] = /name="evidenceFile" value="([0-9a-f]{64})"/.exec(html) ?? [];
    await post(claimPath(id), cookie, { claim: `${id}.0`, ...evidence, evidenceFile: hash });
    expect(await page(claimPath(id), cookie)).toContain(`/api/record/evidence/${hash}`);
  });

  test.each([
    ["a program", "setup.exe", "MZ\u0090", "Files can be PDF, PNG, JPEG, text or CSV."],
    ["a program with another name", "leases.pdf", "MZ\u0090", "does not match its file type"],
    ["an unknown file", undefined, "0".repeat(64), "This file is no longer stored."],
  ])("cannot be %s, and nothing is saved", async (_, name, content, reason) => {
    await publish();
    const id = await idOf("5 offices");
    const cookie = await cookieOf("owner");
    const response =
      name === undefined
        ? await post(claimPath(id), cookie, { claim: `${id}.0`, ...evidence, evidenceFile: content })
        : await send(id, cookie, new Blob([content]), name, evidence);
    expect(response.status).toBe(422);
    const text = wordsOf(await response.text());
    expect(text).toContain(reason);
    expect(text).toContain("No decisions yet.");
  });

  test("is too large above 6 MB, and only owners can send more than other forms", async () => {
    await publish();
    const id = await idOf("5 offices");
    const large = new Blob(["x".repeat(7_000_000)]);
    expect((await send(id, await cookieOf("owner"), large, "large.txt", evidence)).status).toBe(413);
    const medium = new Blob(["x".repeat(1_000_000)]);
    expect((await send(id, await cookieOf("staff"), medium, "medium.txt", evidence)).status).toBe(413);
  });

  test.each([
    ["the browser", "", 302],
    ["the router, in the response that it follows", ".data", 202],
  ])("leads %s to sign-in after the session has ended", async (_, suffix, status) => {
    await publish();
    const path = claimPath(await idOf("5 offices"));
    const form = new FormData();
    form.append("evidenceUpload", new Blob(["x".repeat(1_000_000)]), "leases.txt");
    const encoded = new Response(form);
    const body = await encoded.arrayBuffer();
    const headers = {
      origin: testSiteUrl,
      "content-type": encoded.headers.get("content-type") ?? "",
      "content-length": String(body.byteLength),
    };
    const response = await site.request(path + suffix, { method: "POST", headers, body });
    expect(response.status).toBe(status);
    const target = response.headers.get("location") ?? (await response.text());
    expect(target).toContain(`/auth?to=${encodeURIComponent(path)}`);
  });
});

describe("a claim", () => {
  test("is bound to evidence by an owner, and waived later, with its history", async () => {
    await publish();
    const id = await idOf("5 offices");
    const cookie = await cookieOf("owner", { email: "ruth@example.com" });
    const bound = await post(claimPath(id), cookie, { claim: `${id}.0`, ...evidence });
    expect(bound.headers.get("location")).toBe(`${claimPath(id)}?done=bound`);
    expect(await words(claimPath(id), cookie)).toMatch(
      /Evidence attached Evidence .*offices\.pdf.* The leases As of Jan 31, 2026 Expires Dec 31, 2099 Attached by ruth@example\.com, Nov 28, 2026, 10:00 AM CST/,
    );
    const waived = await post(claimPath(id), cookie, { claim: `${id}.1`, ...waiver });
    expect(waived.headers.get("location")).toBe(`${claimPath(id)}?done=waived`);
    expect(await words(claimPath(id), cookie)).toMatch(
      /History Waived .*Not a statement of fact Evidence attached .*As of Jan 31, 2026\. Expires Dec 31, 2099\./,
    );
    expect(await audited("claim-bound")).toMatchObject([
      { subject: `claim:${id}`, details: { revision: 1 } },
    ]);
    expect(await audited("claim-waived")).toMatchObject([
      { subject: `claim:${id}`, details: { revision: 2 } },
    ]);
  });

  test("is decided by owners only", async () => {
    await publish();
    const id = await idOf("5 offices");
    for (const role of ["staff", "examiner"] as const) {
      const cookie = await cookieOf(role);
      expect(await page(claimPath(id), cookie)).not.toContain("Attach evidence");
      expect((await post(claimPath(id), cookie, { claim: `${id}.0`, ...evidence })).status).toBe(403);
      expect((await post(decideClaimsPath(), cookie, { claim: `${id}.0`, ...waiver })).status).toBe(403);
    }
    expect(await audited("claim-bound")).toEqual([]);
  });

  test.each([
    ["a script as the link", { evidenceUrl: "javascript:alert(1)" }, "starts with https://"],
    ["a script in another case", { evidenceUrl: " JaVaScRiPt:alert(1)" }, "starts with https://"],
    ["a link that is not of the web", { evidenceUrl: "ftp://files.example.com/a" }, "starts with https://"],
    ["a link with a password", { evidenceUrl: "https://me:secret@example.com/" }, "starts with https://"],
    ["a path", { evidenceUrl: "/admin/team" }, "starts with https://"],
    [
      "a link that is too long",
      { evidenceUrl: `https://example.com/${"a".repeat(2_000)}` },
      "starts with https://",
    ],
    [
      "neither link nor note",
      { evidenceUrl: "", evidenceNote: " " },
      "Choose a file, or enter a link or a note.",
    ],
    ["an invisible character", { evidenceNote: "The\u0000 leases" }, "Remove invisible characters"],
    ["a note that is too long", { evidenceNote: "a".repeat(4_001) }, "Remove invisible characters"],
    ["no day of the evidence", { asOf: "" }, "Enter the date of the evidence."],
    ["an impossible day", { asOf: "2026-02-30" }, "Enter the date of the evidence."],
    ["a day in the future", { asOf: "2026-11-29" }, "This date is in the future."],
    ["no expiry", { expiresOn: "" }, "Enter the last day on which the evidence is valid."],
    [
      "an expiry before the evidence",
      { expiresOn: "2026-01-30" },
      "must be on or after the date of the evidence",
    ],
    ["an expiry that has passed", { expiresOn: "2026-11-27" }, "This date has passed."],
    ["a waiver without a reason", { ...waiver, reason: " " }, "Enter a reason."],
    ["no choice", { decision: "deleted" }, "The request was incomplete."],
    ["an invalid claim", { claim: "x" }, "The request was incomplete."],
  ])("is not decided with %s, and the form keeps what was typed", async (_, changes, error) => {
    await publish();
    const id = await idOf("5 offices");
    const cookie = await cookieOf("owner");
    const fields = { claim: `${id}.0`, ...evidence, ...changes };
    const response = await post(claimPath(id), cookie, fields);
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(wordsOf(html)).toContain(error);
    if (!("evidenceNote" in changes)) expect(html).toContain("The leases");
    expect(html).not.toMatch(/href="[^"]*javascript:/i);
    expect(await audited("claim-bound")).toEqual([]);
  });

  test("displays a script in a note as text", async () => {
    await publish();
    const id = await idOf("5 offices");
    const cookie = await cookieOf("owner");
    const evidenceNote = '<script>alert(1)</script><img src=x onerror="alert(1)">';
    await post(claimPath(id), cookie, { claim: `${id}.0`, ...evidence, evidenceNote });
    for (const path of [claimPath(id), claimsPath(), decideClaimsPath([id])]) {
      const html = await page(path, cookie);
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("<img src=x");
    }
    expect(await page(claimPath(id), cookie)).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test("that a colleague has decided meanwhile shows who and when, and keeps what was typed", async () => {
    await publish();
    const id = await idOf("5 offices");
    const [ruth, daniel] = [
      await cookieOf("owner", { email: "ruth@example.com" }),
      await cookieOf("owner", { email: "daniel@example.com" }),
    ];
    await post(claimPath(id), ruth, { claim: `${id}.0`, ...evidence });
    const late = await post(claimPath(id), daniel, { claim: `${id}.0`, ...waiver });
    expect(late.status).toBe(409);
    const html = await late.text();
    expect(wordsOf(html)).toContain(
      "ruth@example.com saved a decision about 5 offices on Nov 28, 2026, 10:00 AM CST, while you were editing.",
    );
    expect(wordsOf(html)).toContain("Evidence attached ruth@example.com");
    expect(html).toContain("Not a statement of fact");
    // The form names the decision that it would replace now.
    expect(html).toContain(`value="${id}.1"`);
    expect(await audited("claim-waived")).toEqual([]);
  });

  test("that does not exist is not found", async () => {
    const cookie = await cookieOf("owner");
    for (const id of ["1", "0", "x", "99999999999", "1%00"]) {
      expect((await get(`${claimsPath()}/${id}`, cookie)).status).toBe(404);
    }
    const gone = await post(decideClaimsPath(), cookie, { claim: "1.0", ...evidence });
    expect(gone.status).toBe(404);
    const none = await post(decideClaimsPath(), cookie, evidence);
    expect(none.status).toBe(422);
    expect(await none.text()).toContain("Select between 1 and 25 claims in the list.");
  });
});

describe("several claims", () => {
  test("are decided together", async () => {
    await publish();
    const ids = [await idOf("5 offices"), await idOf("9 advisors")];
    const cookie = await cookieOf("owner");
    expect(await page(claimsPath(), cookie)).toContain("Review selected claims");
    expect(await words(decideClaimsPath(ids), cookie)).toContain("The decision applies to all 2 claims.");
    const body = new URLSearchParams([...ids.map((id) => ["claim", `${id}.0`]), ...Object.entries(evidence)]);
    const headers = { cookie, origin: testSiteUrl };
    const response = await site.request(decideClaimsPath(), { method: "POST", body, headers });
    expect(response.headers.get("location")).toBe(`${claimsPath()}?done=bound`);
    expect(await words(claimsPath({ status: "bound" }), cookie)).toContain("2 claims");
  });

  test("are decided from a filtered list, to which every page leads back", async () => {
    await publish();
    const [id, other] = [await idOf("5 offices"), await idOf("9 advisors")];
    const cookie = await cookieOf("owner");
    const list = claimsPath({ status: "undecided" });
    const html = await page(`${list}&search=offices&done=bound`, cookie);
    expect(html).toContain('name="list" value="status=undecided&amp;search=offices"');
    expect(html).not.toContain("9 advisors");
    const single = claimPath(id, "status=undecided");
    expect(await page(list, cookie)).toContain(`href="${single}"`);
    const decided = await post(single, cookie, { claim: `${id}.0`, ...waiver });
    expect(decided.headers.get("location")).toBe(`${single}&done=waived`);
    expect(await page(`${single}&done=waived`, cookie)).toMatch(
      /class="back" href="[^"]*\?status=undecided"/,
    );
    const several = decideClaimsPath([other], { list: "status=undecided" });
    expect(await page(several, cookie)).toMatch(/class="back" href="[^"]*\?status=undecided"/);
    const response = await post(several, cookie, { claim: `${other}.0`, ...waiver });
    expect(response.headers.get("location")).toBe(`${list}&done=waived`);
  });

  test.each([
    ["advisors we", "9 advisors"],
    ["10.5", "10.5 percent"],
  ])("are found by a sentence or a figure: %s", async (search, figure) => {
    await publishClaims(site.db, [aPage("/", "<p>We have 9 advisors. Fees fell by 10.5 percent.</p>")]);
    const text = await words(
      `${claimsPath()}?search=${encodeURIComponent(search)}`,
      await cookieOf("examiner"),
    );
    expect(text).toContain("1 claim");
    expect(text).toContain(figure);
  });

  test("are selected first", async () => {
    const cookie = await cookieOf("owner");
    expect(await words(decideClaimsPath(), cookie)).toContain("Select claims in the list first.");
    expect(await words(`${decideClaimsPath()}?claim=x`, cookie)).toContain(
      "Select claims in the list first.",
    );
  });
});

test("the record counts undecided and expired claims, and leads to them", async () => {
  await publish();
  const cookie = await cookieOf("owner");
  const id = await idOf("5 offices");
  expect(await words("/admin/record", cookie)).toContain("2 undecided");
  await post(claimPath(id), cookie, { claim: `${id}.0`, ...evidence });
  await expire(id);
  expect(await words("/admin/record", cookie)).toContain("1 expired 1 undecided");
  expect(await page("/admin/record", cookie)).toContain(`href="${claimsPath({ status: "expired" })}"`);
  // An expired claim takes no page down.
  expect((await site.request("/about")).status).toBe(200);
});
