import { describe, expect, test } from "vitest";
import { contentPath, releasePath } from "#app/staff/content-form/content-path.ts";
import { testApp } from "#tests/kit/app.ts";
import { closing, contentEditing } from "#tests/kit/content-editing.ts";

const site = testApp();
const { audited, cookieOf, fill, get, page, post, start, submit, words } = contentEditing(site);

describe("a change of the site", () => {
  test("publishes the change for visitors, and says as which release", async () => {
    const ruth = await cookieOf("staff", { email: "ruth@example.com" });
    const daniel = await cookieOf("owner", { email: "daniel@example.com" });
    await submit(ruth);
    expect(await words(closing, ruth)).toContain("An owner must approve this change.");
    expect(await (await site.request("/")).text()).not.toContain("Bring your questions.");
    const approved = await post(
      closing,
      daniel,
      await fill(closing, daniel, { do: "approve", decisionReason: "Fine" }),
    );
    const location = approved.headers.get("location") ?? "";
    expect(location).toBe(contentPath("home", { done: "published", release: 2 }));
    const text = await words(location, daniel);
    expect(text).toContain("Published as release 2. Every server shows it within a second.");
    expect(text).toMatch(
      /History Published as release 2 .* Shorter Written by ruth@example\.com\. Approved by daniel@example\.com\. “Fine”/,
    );
    expect(await (await site.request("/")).text()).toContain("Bring your questions.");
    expect(await audited("content-published")).toMatchObject([{ actorEmail: "daniel@example.com" }]);
  });

  test("that is refused for claims on any page leads to the form about them", async () => {
    const owner = await cookieOf("owner");
    await start(owner, "practice");
    const path = contentPath("practice");
    const renamed = { "content.firmName": "Summit Advisory", reason: "New name", do: "submit" };
    await post(path, owner, await fill(path, owner, renamed));
    const refused = await post(path, owner, await fill(path, owner, { do: "approve" }));
    expect(refused.status).toBe(422);
    const form = /href="(\/admin\/claims[^"]+)"/.exec(await refused.text())?.[1] ?? "";
    const decide = form.replaceAll("&amp;", "&");
    expect(await words(decide, owner)).toContain("Summit Advisory");
    const claims = [...(await page(decide, owner)).matchAll(/name="claim" value="([^"]+)"/g)];
    const waiver = { claim: claims[0]?.[1] ?? "", decision: "waived", reason: "The name of the firm" };
    const waived = await post(decide, owner, waiver);
    expect(waived.headers.get("location")).toBe(contentPath("practice", { done: "waived" }));
  });

  test("of one’s own change says that the record marks it", async () => {
    const owner = await cookieOf("owner");
    await submit(owner);
    expect(await words(closing, owner)).toContain("the record says that its author approved it");
    await post(closing, owner, await fill(closing, owner, { do: "approve" }));
    expect(await words(contentPath("home"), owner)).toContain("Approved by its author.");
  });

  test("is brought up to date with a version that was published meanwhile", async () => {
    const cookie = await cookieOf("owner");
    await submit(cookie);
    await post(closing, cookie, await fill(closing, cookie, { do: "approve" }));
    await start(cookie);
    await post(
      closing,
      cookie,
      await fill(closing, cookie, { "content.closing.heading.0": "Mine", do: "save" }),
    );
    await post(releasePath(1), cookie, { do: "restore", reason: "Back" });
    await post(releasePath(1), cookie, await fill(releasePath(1), cookie, { do: "approve" }));
    expect(await words(closing, cookie)).toContain("Another version of the document was published");
    await post(closing, cookie, await fill(closing, cookie, { do: "rebase" }));
    const text = await words(closing, cookie);
    expect(text).not.toContain("Another version of the document was published");
    expect(text).toContain("1 field changed");
  });
});

describe("releases", () => {
  test("are listed, compared and restored after approval", async () => {
    const owner = await cookieOf("owner", { email: "daniel@example.com" });
    await submit(owner);
    await post(closing, owner, await fill(closing, owner, { do: "approve" }));
    expect(await words("/admin/content/releases", owner)).toMatch(
      /Release 2 Live .* daniel@example\.com .* Home Release 1/,
    );
    expect(await words(releasePath(2), owner)).toMatch(/Changes since release 1 Home: 1 field Closing, note/);
    const staff = await cookieOf("staff");
    expect((await post(releasePath(1), staff, { do: "restore", reason: "" })).status).toBe(422);
    await post(releasePath(1), staff, { do: "restore", reason: "Back to the first" });
    expect(await words(releasePath(1), staff)).toContain("An owner must approve this change.");
    const fields = await fill(releasePath(1), owner, { do: "approve" });
    expect((await post(releasePath(1), staff, fields)).status).toBe(403);
    const restored = await post(releasePath(1), owner, fields);
    expect(restored.headers.get("location")).toBe(releasePath(1, { done: "published", release: 3 }));
    expect(await (await site.request("/")).text()).not.toContain("Bring your questions.");
    expect((await get(releasePath(9), owner)).status).toBe(404);
    expect((await get("/admin/content/releases/x", owner)).status).toBe(404);
  });

  test("show the claims that restoring them would add, and those that must be decided first", async () => {
    const [owner, staff] = [await cookieOf("owner"), await cookieOf("staff")];
    await submit(owner, "We advised 97 firms.");
    const decide = (await post(contentPath("home"), owner, { do: "claims" })).headers.get("location") ?? "";
    const [, claim = ""] = /name="claim" value="([^"]+)"/.exec(await page(decide, owner)) ?? [];
    const evidence = {
      evidenceUrl: "https://files.example.com/clients.pdf",
      evidenceNote: "The list of clients",
    };
    const days = { asOf: "2026-01-31", expiresOn: "2099-12-31" };
    await post(decide, owner, { claim, decision: "bound", ...evidence, ...days });
    await post(closing, owner, await fill(closing, owner, { do: "approve" }));
    await submit(owner, "We advise firms.");
    await post(closing, owner, await fill(closing, owner, { do: "approve" }));
    await post(releasePath(2), staff, { do: "restore", reason: "Back" });
    const text = await words(releasePath(2), owner);
    expect(text).toContain("No claim in this change needs a decision.");
    expect(text).toContain(
      "Claims that this change adds Evidence attached 97 firms: “We advised 97 firms.” (/)",
    );
    expect((await post(releasePath(2), owner, { do: "claims" })).status).toBe(409);

    await site.db.updateTable("claims").set({ expiresOn: "2020-12-31" }).execute();
    expect(await words(releasePath(2), staff)).toContain(
      "1 claim needs evidence or a waiver before this change can be published. Evidence expired 97 firms",
    );
    expect((await post(releasePath(2), staff, { do: "claims" })).status).toBe(403);
    const listed = await post(releasePath(2), owner, { do: "claims" });
    expect(listed.headers.get("location")).toBe(decide.replace(/&document=home$/, ""));
  });
});
