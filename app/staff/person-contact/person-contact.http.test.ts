import { describe, expect, test } from "vitest";
import { getContactVersion } from "#app/people/contact/save-contact.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";

const site = testApp({ now: personTime });
const { audited, cookieOf, get, page, post } = asStaff(site);
const ada = aPerson("ada");
const bea = {
  name: "Bea Quill",
  email: "bea@quill.example",
  phone: "(512) 555-0133",
  company: "Quill Paper",
  source: "Referred by a CPA",
  owner: "",
};
const versionOf = async (email: string) => {
  const record = await findPersonRecord(site.db, email);
  if (record === undefined) throw new Error(`${email} has no record.`);
  return getContactVersion(record);
};

describe("Add person", () => {
  test("stores a person without consent, who is in the list and has a page", async () => {
    const cookie = await cookieOf("staff");
    expect(await page("/admin/people", cookie)).toContain('href="/admin/people/new"');
    const account = await site.db.selectFrom("staffUsers").select("id").executeTakeFirstOrThrow();
    const form = await page("/admin/people/new", cookie);
    expect(form).toMatch(new RegExp(`<option value="${account.id}" selected`));
    const response = await post("/admin/people/new", cookie, { ...bea, owner: account.id });
    const location = response.headers.get("location") ?? "";
    expect([response.status, location]).toEqual([
      303,
      expect.stringMatching(/^\/admin\/people\/[\da-f-]+\?saved$/),
    ]);
    const html = await page(location, cookie);
    expect(html).toMatch(/Bea Quill<\/h1>.*Quill Paper\. Added by staff on Nov 21, 2026\./s);
    expect(html).toContain("Not asked about calls.");
    expect(html).toContain('href="mailto:bea@quill.example"');
    expect(html).toContain("Referred by a CPA");
    expect(await page("/admin/people?search=quill", cookie)).toContain(location.replace("?saved", ""));
    expect(await audited("person-added")).toHaveLength(1);
    // The searches by address find the person as well.
    for (const [path, field] of [
      ["/admin/people/find", "search"],
      ["/admin/people", "email"],
    ] as const) {
      const found = await post(path, cookie, { [field]: bea.email });
      expect(`${found.headers.get("location")}?saved`).toBe(location);
    }
  });

  test("stores a record whose links lead to the kept record after a merge", async () => {
    const form = await enter(site.db, ada);
    const cookie = await cookieOf("staff");
    const added = (await post("/admin/people/new", cookie, bea)).headers.get("location") ?? "";
    const id = /[\da-f-]{36}/.exec(added)?.[0] ?? "";
    const merge = `/admin/people/${form}/merge?with=${id}`;
    const read = async (name: "kept" | "removed") =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(await page(merge, cookie))?.[1] ?? "";
    const fields = { kept: await read("kept"), removed: await read("removed") };
    expect((await post(merge, cookie, fields)).status).toBe(303);
    const response = await get(`/admin/people/${id}?show=notes`, cookie);
    const location = response.headers.get("location");
    const { latestFormId } = await site.db
      .selectFrom("people")
      .select("latestFormId")
      .executeTakeFirstOrThrow();
    expect([response.status, location]).toEqual([302, `/admin/people/${latestFormId}?show=notes`]);
    expect(await page(`/admin/people/${id}/contact`, cookie)).toContain(ada.email);
  });

  test("leads to the person who has the address, and keeps what was typed", async () => {
    const cookie = await cookieOf("staff");
    await enter(site.db, ada);
    const response = await post("/admin/people/new", cookie, {
      ...bea,
      email: ` ${ada.email.toUpperCase()}`,
    });
    const html = (await response.text()).replaceAll("<!-- -->", "");
    expect(response.status).toBe(409);
    expect(html).toContain(`This address belongs to ${ada.name}.`);
    expect(html).toContain(`Open ${ada.name}`);
    for (const typed of [bea.name, bea.phone, bea.company, bea.source]) expect(html).toContain(typed);
    expect(await audited("person-viewed")).not.toEqual([]);
  });

  test.each([
    [{ name: "" }, "Please enter the name"],
    [{ email: "bea" }, "Please enter a valid email address"],
    [{ company: "x".repeat(201) }, "Please shorten the company to 200 characters"],
    [{ owner: "gone" }, "Please choose a colleague from the list"],
  ])("with %o displays the error and keeps what was typed", async (wrong, error) => {
    const response = await post("/admin/people/new", await cookieOf("staff"), { ...bea, ...wrong });
    const html = await response.text();
    expect([response.status, html]).toEqual([422, expect.stringContaining(error)]);
    expect(html).toContain(bea.source);
    expect(await site.db.selectFrom("people").select("id").execute()).toEqual([]);
  });

  test("is not offered to examiners", async () => {
    const cookie = await cookieOf("examiner", { mayViewLeads: true });
    expect(await page("/admin/people", cookie)).not.toContain("/admin/people/new");
    const id = await enter(site.db, ada);
    expect(await page(`/admin/people/${id}`, cookie)).not.toContain("Edit contact details");
    expect((await get("/admin/people/new", cookie)).status).toBe(403);
  });
});

describe("Contact details", () => {
  test("are used for emails, and the activity has the earlier and the new values", async () => {
    const id = await enter(site.db, ada);
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/people/${id}`, cookie)).toContain(`href="/admin/people/${id}/contact"`);
    const path = `/admin/people/${id}/contact`;
    expect(await page(path, cookie)).toContain(`value="${ada.email}"`);
    const version = await versionOf(ada.email);
    const wanted = { name: "Ada Avery", email: "ada@right.example", phone: "555 0199", version };
    const response = await post(path, cookie, wanted);
    expect([response.status, response.headers.get("location")]).toEqual([303, `/admin/people/${id}?saved`]);
    const html = await page(`/admin/people/${id}?show=notes`, cookie);
    expect(html).toContain("Ada Avery</h1>");
    expect(html).toContain('<a class="btn" href="mailto:ada@right.example">Write an email</a>');
    expect(html).toContain(`ada@right.example (before: ${ada.email})`);
    expect(html).toMatch(/Also known as.*Avery ada/s);
    // What the form said stays.
    expect(await page(`/admin/people/${id}?show=forms`, cookie)).toContain(`${ada.name}, ${ada.phone}`);
    expect(await page("/admin/people?search=right.example", cookie)).toContain("Ada Avery");
  });

  test("are refused with what was typed if a colleague saved, or another person has the address", async () => {
    const id = await enter(site.db, ada);
    const cookie = await cookieOf("staff");
    await post("/admin/people/new", cookie, bea);
    const path = `/admin/people/${id}/contact`;
    const version = await versionOf(ada.email);
    const typed = { name: "Ada Avery", email: bea.email, phone: "", version };
    const taken = await post(path, cookie, typed);
    const html = (await taken.text()).replaceAll("<!-- -->", "");
    expect([taken.status, html]).toEqual([
      409,
      expect.stringContaining("This address belongs to Bea Quill."),
    ]);
    expect(html).toMatch(new RegExp(`href="/admin/people/${id}/merge\\?with=[\\da-f-]+"`));
    expect(html).toContain('value="Ada Avery"');
    await post(path, cookie, { ...typed, email: ada.email, name: "Ada A." });
    const changed = await post(path, cookie, { ...typed, email: ada.email });
    const conflict = await changed.text();
    expect([changed.status, conflict]).toEqual([
      409,
      expect.stringContaining("A colleague or a new form changed"),
    ]);
    expect(conflict).toContain("Current value: Ada A.");
    expect(conflict).toContain(`value="${await versionOf(ada.email)}"`);
  });
});
