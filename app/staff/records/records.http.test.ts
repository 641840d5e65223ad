import { describe, expect, test } from "vitest";
import { storeIncident } from "#tests/kit/stored-incident.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const now = new Date("2026-11-28T16:00:00Z");
const site = testApp({ now });
const { audited, cookieOf, page, post } = asStaff(site);
const path = "/admin/records";
const words = async (cookie: string, at = path) => wordsOf(await page(at, cookie));

const filing = {
  intent: "filing",
  document: "form-crs",
  versionOn: "2026-11-10",
  inaccurateOn: "2026-11-05",
};
const undated = { filedOn: "", postedOn: "", deliveredOn: "", note: "" };

describe("the register of regulatory documents", () => {
  test("computes tasks from the dates, which owners also find on Today", async () => {
    const owner = await cookieOf("owner");
    await storeIncident(site.db, "2026-11-01");
    await post(path, owner, { ...filing, ...undated });
    const tasks = "File Form CRS of Nov 10, 2026 in IARD: due Dec 5, 2026";
    expect(await words(owner)).toContain(tasks);
    // The day since when the earlier version was inaccurate need not be entered again.
    await post(path, owner, { ...filing, ...undated, inaccurateOn: "", postedOn: "2026-11-20" });
    const afterPosting = await words(owner);
    expect(afterPosting).toContain("Form CRS Nov 10, 2026 Nov 5, 2026");
    expect(afterPosting).toContain(tasks);
    expect(afterPosting).not.toContain("Post Form CRS of Nov 10, 2026");
    const today = await words(owner, "/admin/today");
    expect(today).toContain("Compliance Notify the people whom incident");
    expect(today).toContain(tasks);
    const staff = await cookieOf("staff");
    expect(await words(staff, "/admin/today")).not.toContain("Form CRS of");
    // Staff read the register, but not the log of incidents.
    expect(await words(staff)).toContain(tasks);
    expect(await words(staff)).not.toContain("Notify the people whom incident");

    await post(path, owner, {
      ...filing,
      ...undated,
      inaccurateOn: "",
      filedOn: "2026-11-12",
      note: "By fax",
    });
    const done = await words(owner);
    expect(done).not.toContain("File Form CRS");
    expect(done).toContain("Deliver the changes of Form CRS of Nov 10, 2026 to clients: due Feb 3, 2027");
    expect(done).toContain(
      "Form CRS Nov 10, 2026 Nov 5, 2026 Nov 12, 2026 Nov 20, 2026 Filed: Nov 12, 2026 By fax",
    );
    expect(await audited("filing-saved")).toMatchObject([
      { details: { document: "form-crs", version: "2026-11-10" } },
      {},
      {},
    ]);
  });

  test.each([
    [{ ...filing, ...undated, filedOn: "2026-11-29" }, "Enter today’s date or an earlier date."],
    [{ ...filing, ...undated, withdrawsInaccuracy: "yes" }, "Enter a date or check the box, but not both."],
    [{ ...filing, ...undated, document: "other" }, "Choose a document."],
    [{ ...filing, ...undated, versionOn: "2026-02-30" }, "Enter the date in the document."],
    [{ intent: "hold", holdReason: " " }, "Enter text"],
    [{ intent: "other" }, "The request was incomplete."],
  ])("refuses %j", async (fields, problem) => {
    const response = await post(path, await cookieOf("owner"), fields);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(problem);
  });
});

test("a legal hold is placed and released once, with reasons, and shown on the record", async () => {
  const owner = await cookieOf("owner", { email: "ruth@example.com" });
  await post(path, owner, { intent: "hold", holdReason: "Inquiry 12" });
  const { id } = await site.db.selectFrom("legalHolds").select("id").executeTakeFirstOrThrow();
  expect(await words(owner)).toContain("In effect Inquiry 12 ruth@example.com, Nov 28, 2026, 10:00 AM CST");
  const examiner = await cookieOf("examiner", { mayViewLeads: false });
  expect(await words(examiner, "/admin/record")).toContain("A legal hold is in effect.");
  expect(await words(examiner)).not.toContain("Place legal hold");
  const release = { intent: "release", hold: String(id), releaseReason: "Closed" };
  expect((await post(path, owner, release)).status).toBe(303);
  expect((await post(path, owner, release)).status).toBe(409);
  expect(await words(owner)).toContain("Released: Closed ruth@example.com");
  expect(await words(examiner, "/admin/record")).not.toContain("A legal hold is in effect.");
  expect((await audited("legal-hold-placed")).length + (await audited("legal-hold-released")).length).toBe(2);
});

test("testimonials and promoters have their agreement, compensation, disclosure and evidence", async () => {
  const owner = await cookieOf("owner");
  const promoter = {
    intent: "promoter",
    kind: "testimonial",
    name: "R. Alvarez",
    agreedOn: "2026-10-01",
    compensation: "None",
    disclosedOn: "2026-10-02",
    evidenceUrl: "https://files.example.com/letter.pdf",
    promoterNote: "",
  };
  await post(path, owner, promoter);
  expect(await words(owner)).toContain(
    "R. Alvarez Testimonial Oct 1, 2026 None Oct 2, 2026 files.example.com",
  );
  for (const evidenceUrl of [
    "javascript:alert(1)",
    "https:example.com/letter",
    "https://ruth:secret@example.com/letter",
  ]) {
    expect([evidenceUrl, (await post(path, owner, { ...promoter, evidenceUrl })).status]).toEqual([
      evidenceUrl,
      422,
    ]);
  }
  expect(await audited("promoter-saved")).toHaveLength(1);
});
