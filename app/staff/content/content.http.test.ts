import { describe, expect, test } from "vitest";
import { findOpenChange } from "#app/publishing/changes/change-store.server.ts";
import { contentPath, previewPath, releasePath } from "#app/staff/content-form/content-path.ts";
import { testApp } from "#tests/kit/app.ts";
import { closing, contentEditing, note } from "#tests/kit/content-editing.ts";
import { storeNextRelease } from "#tests/kit/stored-release.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const site = testApp();
const { audited, cookieOf, fill, get, page, post, start, submit, words } = contentEditing(site);

describe("the list", () => {
  test("groups the documents, with the release of each and open changes first", async () => {
    const cookie = await cookieOf("staff", { email: "ruth@example.com" });
    await start(cookie, "menu");
    await submit(cookie);
    const text = await words("/admin/content", cookie);
    expect(text).toMatch(
      /Waiting for approval Home .* Drafts Menu .* Pages .* Regulatory documents .* Shared parts/,
    );
    expect(text).toMatch(/Home \/ Release 1 .* by deployment Waiting for approval/);
    expect(await page("/admin/content", await cookieOf("examiner"))).toContain("/admin/content/formCrs");
  });
});

describe("a draft", () => {
  test("is saved part by part with a reason, and compared in words", async () => {
    const cookie = await cookieOf("staff", { email: "ruth@example.com" });
    await start(cookie);
    const fields = await fill(closing, cookie, {
      [note]: "Bring your questions.",
      reason: "Shorter",
      do: "save",
    });
    const saved = await post(closing, cookie, fields);
    expect(saved.headers.get("location")).toBe(contentPath("home", { part: "closing", done: "saved" }));
    const html = await page(closing, cookie);
    expect(html).toContain("Bring your questions.</textarea>");
    expect(wordsOf(html)).toContain("As published to Draft 2: 1 field changed");
    expect(html).toMatch(/<ins><span class="unseen">Added: <\/span>Bring/);
    // Other parts stay as they are.
    const change = await findOpenChange(site.db, "home");
    expect(change).toMatchObject({ reason: "Shorter", author: "ruth@example.com" });
    expect(change?.body).toContain("You’ll sell once.");
  });

  test("keeps what was typed when items are moved, removed and added", async () => {
    const cookie = await cookieOf("staff");
    await start(cookie);
    const path = contentPath("home", { part: "values" });
    const typed = { "content.values.items.0.title": "Typed", do: "down:values.items.0" };
    const moved = await post(path, cookie, await fill(path, cookie, typed));
    const location = moved.headers.get("location") ?? "";
    expect(location).toContain("#item.values.items.1");
    expect(await page(location, cookie)).toMatch(
      /name="content\.values\.items\.1\.title"[^>]*>Typed<\/textarea>/,
    );
    await post(
      path,
      cookie,
      await fill(path, cookie, { do: "add:values.items", "member.values.items": "0" }),
    );
    expect(await page(path, cookie)).toContain("Value 6 of 6");
    await post(path, cookie, await fill(path, cookie, { do: "remove:values.items.5" }));
    expect(await page(path, cookie)).toContain("Value 5 of 5");
  });

  test("with a mistake is saved, says so at the field, and is not submitted", async () => {
    const cookie = await cookieOf("staff");
    await start(cookie);
    const fields = await fill(closing, cookie, { [note]: " ", reason: "Shorter", do: "submit" });
    const refused = await post(closing, cookie, fields);
    expect(refused.status).toBe(422);
    const text = wordsOf(await refused.text());
    expect(text).toContain("Saved, but not submitted: correct the errors first.");
    expect(text).toContain("Closing, note: Must not be empty.");
    expect(await page(closing, cookie)).toMatch(/name="content\.closing\.note"[^>]*aria-invalid="true"/);
    expect(await findOpenChange(site.db, "home")).toMatchObject({ state: "draft", revision: 2 });
  });

  test.each([
    ["a reason", { [note]: "Another note." }, "enter a reason"],
    ["a difference", { reason: "None" }, "does not differ from the published version"],
  ])("is not submitted without %s", async (_, typed, message) => {
    const cookie = await cookieOf("staff");
    await start(cookie);
    const refused = await post(closing, cookie, await fill(closing, cookie, { ...typed, do: "submit" }));
    expect(refused.status).toBe(422);
    expect(wordsOf(await refused.text())).toContain(message);
  });

  test("does not change locked fields, and ignores fields that the document does not have", async () => {
    const cookie = await cookieOf("staff");
    await start(cookie, "about");
    const path = contentPath("about", { part: "sections.0" });
    const typed = {
      "content.sections.0.id": "changed",
      "content.path": "/other",
      "content.secret.x": "x",
      do: "save",
    };
    await post(path, cookie, await fill(path, cookie, typed));
    expect(await findOpenChange(site.db, "about")).toMatchObject({ revision: 1 });
    expect(await page(path, cookie)).toContain("Fixed wording. Ask an administrator to change it.");
  });

  test("that a colleague saved meanwhile is shown beside mine, and nothing typed is lost", async () => {
    const [ruth, sam] = [
      await cookieOf("owner", { email: "ruth@example.com" }),
      await cookieOf("staff", { email: "sam@example.com" }),
    ];
    await start(ruth);
    const heading = "content.closing.heading.0";
    const mine = await fill(closing, sam, { [note]: "Sam’s note.", [heading]: "Sam’s heading", do: "save" });
    await post(closing, ruth, await fill(closing, ruth, { [note]: "Ruth’s note.", do: "save" }));
    const late = await post(closing, sam, mine);
    expect(late.status).toBe(409);
    const html = (await late.text()).replaceAll("<!-- -->", "");
    expect(wordsOf(html)).toMatch(/ruth@example\.com saved this draft on/);
    expect(wordsOf(html)).toMatch(/Closing, note\s?Use theirs Ruth’s note\.\s?Keep mine Sam’s note\./);
    expect(wordsOf(html)).toContain("Closing, line 1: Sam’s heading");
    const chosen = {
      [note]: "Sam’s note.",
      "choice.closing.note": "theirs",
      [heading]: "Sam’s heading",
      do: "save",
    };
    await post(closing, sam, await fill(closing, sam, chosen));
    const change = await findOpenChange(site.db, "home");
    expect(change?.body).toContain("Ruth’s note.");
    expect(change?.body).toContain("Sam’s heading");
  });

  test("that a colleague discarded meanwhile shows what was typed", async () => {
    const cookie = await cookieOf("owner");
    await start(cookie);
    const mine = await fill(closing, cookie, { [note]: "My note.", do: "save" });
    const { id, revision } = mine;
    const discarded = await post(closing, cookie, { id, revision, do: "discard" });
    expect(discarded.headers.get("location")).toBe(contentPath("home", { done: "discarded" }));
    const late = await post(closing, cookie, mine);
    expect(late.status).toBe(409);
    expect(wordsOf(await late.text())).toContain("What you typed Closing, note My note.");
  });
});

describe("approval", () => {
  test("is for owners, also if the form is sent without the button", async () => {
    const sam = await cookieOf("staff");
    await submit(sam);
    const html = await page(closing, sam);
    expect(html).not.toContain("Approve and publish");
    for (const action of ["approve", "schedule", "reject"]) {
      expect((await post(closing, sam, await fill(closing, sam, { do: action }))).status).toBe(403);
    }
    const examiner = await cookieOf("examiner");
    expect(await page(closing, examiner)).toContain("Shorter");
    expect((await post(closing, examiner, { do: "start" })).status).toBe(403);
  });

  test("returns a change to its author with a reason", async () => {
    const owner = await cookieOf("owner", { email: "daniel@example.com" });
    await submit(owner);
    const refused = await post(closing, owner, await fill(closing, owner, { do: "reject" }));
    expect(refused.status).toBe(422);
    await post(closing, owner, await fill(closing, owner, { do: "reject", decisionReason: "Too short" }));
    expect(await words(closing, owner)).toMatch(/Returned by daniel@example\.com on .*: Too short/);
  });

  test("is not needed when authors take back a change, which no one else can do", async () => {
    const sam = await cookieOf("staff", { email: "sam@example.com" });
    await submit(sam);
    const other = await cookieOf("owner");
    expect(await words(closing, other)).not.toContain("Edit again");
    expect((await post(closing, other, await fill(closing, other, { do: "reopen" }))).status).toBe(403);
    expect(await words(closing, sam)).toContain("Edit again");
    const reopened = await post(closing, sam, await fill(closing, sam, { do: "reopen" }));
    expect(reopened.headers.get("location")).toBe(contentPath("home", { done: "reopened" }));
    expect(await page(closing, sam)).toContain("Bring your questions.</textarea>");
    expect(await findOpenChange(site.db, "home")).toMatchObject({ state: "draft", reason: "Shorter" });
    expect(await audited("content-change-reopened")).toMatchObject([{ actorEmail: "sam@example.com" }]);
  });

  test("ends with a discard, for which a colleague needs a reason, and the words stay readable", async () => {
    await submit(await cookieOf("staff", { email: "sam@example.com" }), "Words that were discarded.");
    const kim = await cookieOf("staff", { email: "kim@example.com" });
    const refused = await post(closing, kim, await fill(closing, kim, { do: "discard" }));
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Enter a reason.");
    await post(closing, kim, await fill(closing, kim, { do: "discard", discardReason: "Outdated" }));
    const html = await page(contentPath("home"), kim);
    expect(wordsOf(html)).toMatch(/Discarded .* Last decided by kim@example\.com\. “Outdated” Show changes/);
    expect(html).not.toContain("discarded.</");
    const path = /href="([^"#]*history=[^"#]*)#history"/.exec(html)?.[1] ?? "";
    expect(await words(path, kim)).toMatch(/Changes: 1 field .* Words that were discarded\./);
  });

  test("for a time in the firm’s zone is scheduled, and can be withdrawn", async () => {
    const owner = await cookieOf("owner");
    await submit(owner);
    for (const date of ["", "2020-01-01", "2090-02-30"]) {
      const fields = await fill(closing, owner, { do: "schedule", date, time: "09:30" });
      expect((await post(closing, owner, fields)).status).toBe(422);
    }
    await post(
      closing,
      owner,
      await fill(closing, owner, { do: "schedule", date: "2090-01-03", time: "09:30" }),
    );
    expect(await words(closing, owner)).toContain("It will be published on Jan 3, 2090, 9:30 AM CST.");
    const staff = await cookieOf("staff");
    expect((await post(closing, staff, await fill(closing, staff, { do: "discard" }))).status).toBe(403);
    await post(closing, owner, await fill(closing, owner, { do: "reject", decisionReason: "Not yet" }));
    expect(await findOpenChange(site.db, "home")).toMatchObject({ state: "draft", publishAt: null });
  });

  test("is not undone by staff through the page of another document, or of a release", async () => {
    const [owner, staff] = [await cookieOf("owner"), await cookieOf("staff")];
    await submit(owner);
    const at = { do: "schedule", date: "2090-01-03", time: "09:30" };
    await post(closing, owner, await fill(closing, owner, at));
    const scheduled = await fill(closing, owner, { do: "discard" });
    expect((await post(contentPath("menu"), staff, scheduled)).status).toBe(404);
    expect(await findOpenChange(site.db, "home")).toMatchObject({ state: "approved" });
    await storeNextRelease(site.db, new Date());
    await post(releasePath(1), staff, { do: "restore", reason: "Back" });
    await post(releasePath(1), owner, await fill(releasePath(1), owner, at));
    const restore = await fill(releasePath(1), owner, { do: "discard" });
    expect((await post(releasePath(1), staff, restore)).status).toBe(403);
    expect(await findOpenChange(site.db, null)).toMatchObject({ state: "approved" });
  });

  test("of a change that was edited in the meantime is refused", async () => {
    const owner = await cookieOf("owner");
    await submit(owner);
    const fields = await fill(closing, owner, { do: "approve" });
    await post(
      closing,
      owner,
      await fill(closing, owner, { do: "schedule", date: "2090-01-03", time: "09:30" }),
    );
    const late = await post(closing, owner, fields);
    expect(late.status).toBe(409);
    expect(wordsOf(await late.text())).toContain("edited in the meantime");
  });

  test("shows each claim that the change adds, with its evidence, and none that the page had before", async () => {
    const owner = await cookieOf("owner", { email: "ruth@example.com" });
    await submit(owner, "We advised 97 firms.");
    const home = contentPath("home");
    expect(await words(home, owner)).toContain("1 claim needs evidence or a waiver");
    expect(await words(home, owner)).toContain(
      "Claims that this change adds Undecided 97 firms: “We advised 97 firms.” (/)",
    );
    const decide = (await post(home, owner, { do: "claims" })).headers.get("location") ?? "";
    const [, claim = ""] = /name="claim" value="([^"]+)"/.exec(await page(decide, owner)) ?? [];
    await post(decide, owner, {
      claim,
      decision: "bound",
      evidenceUrl: "https://files.example.com/clients.pdf",
      evidenceNote: "The list of clients",
      asOf: "2026-01-31",
      expiresOn: "2099-12-31",
    });
    const text = await words(home, owner);
    expect(text).toContain("No claim in this change needs a decision.");
    expect(text).toMatch(
      /Claims that this change adds Evidence attached 97 firms: “We advised 97 firms\.” \(\/\) Link https:\/\/files\.example\.com\/clients\.pdf Note The list of clients As of Jan 31, 2026 Expires Dec 31, 2099 Attached by ruth@example\.com, .{20,40} Approval/,
    );
    const html = await page(home, owner);
    expect(html).toContain('href="https://files.example.com/clients.pdf"');
    expect(html).toContain(`href="/admin/claims/${claim.split(".")[0]}"`);
  });

  test("says that a change adds no claims", async () => {
    const owner = await cookieOf("owner");
    await submit(owner);
    expect(await words(contentPath("home"), owner)).toContain(
      "This change adds no figure, credential or superlative to the site.",
    );
  });
});

describe("the preview", () => {
  test("displays the draft, what is typed, and nothing of it runs or loads from elsewhere", async () => {
    const cookie = await cookieOf("staff");
    await start(cookie);
    const path = previewPath("home", "/");
    const shown = await get(path, cookie);
    const policy = shown.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("sandbox allow-same-origin");
    expect(policy).not.toContain("script-src");
    const html = await shown.text();
    expect(html).not.toContain("<script");
    expect(html).toContain("<style");
    expect(html).toContain('href="/api/content/home/preview?page=%2Fabout');
    const typed = await post(path, cookie, { [note]: "Only typed.</p><script>alert(1)</script>" });
    const text = await typed.text();
    expect(text).toContain("Only typed.");
    expect(text).not.toContain("<script>");
    expect((await findOpenChange(site.db, "home"))?.body).not.toContain("Only typed.");
    expect(await (await site.request("/")).text()).not.toContain("Only typed.");
  });

  test("of what is typed contains the claims of the page that have no evidence", async () => {
    const cookie = await cookieOf("staff");
    await start(cookie);
    const typed = await post(previewPath("home", "/"), cookie, { [note]: 'The best advice of 97 "firms".' });
    const [, content = ""] = /<meta name="open-claims" content="([^"]*)"/.exec(await typed.text()) ?? [];
    const claims: unknown = JSON.parse(content.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
    expect(claims).toContainEqual(expect.objectContaining({ figure: "97", path: "/", reason: "undecided" }));
    expect(claims).toContainEqual(expect.objectContaining({ figure: "best" }));
    expect(await (await get(previewPath("home", "/"), cookie)).text()).not.toContain("open-claims");
  });

  test("of a draft that cannot be rendered says so", async () => {
    const cookie = await cookieOf("staff");
    await start(cookie);
    await site.db.updateTable("contentChanges").set({ body: '{"hero":null}' }).execute();
    const response = await get(previewPath("home", "/"), cookie);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("cannot be displayed with these errors");
    // The editor itself still opens.
    expect(await page(closing, cookie)).toContain("fields need a correction");
  });

  test("is limited, and does not exist for unknown documents and pages", async () => {
    const cookie = await cookieOf("examiner");
    expect((await get(previewPath("x", "/"), cookie)).status).toBe(404);
    expect((await get(previewPath("home", "/admin"), cookie)).status).toBe(404);
    expect((await get(previewPath("home", "/\u0000"), cookie)).status).toBe(404);
    const ruth = await cookieOf("staff");
    await start(ruth);
    // Different texts, because a draft that is displayed again is not rendered again.
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, index) => post(previewPath("home", "/"), ruth, { [note]: `${index}` })),
    );
    expect(all.map(({ status }) => status)).toContain(429);
  });
});
