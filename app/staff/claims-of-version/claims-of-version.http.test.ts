import { describe, expect, test } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { decideClaims, type Decision } from "#app/compliance/claims/decide-claims.server.ts";
import { claimPath, recordPath } from "#app/staff/paths/record-path.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPage } from "#tests/kit/published-site.ts";
import { claimWith, publishClaims, publishUnsearched } from "#tests/kit/stored-claims.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const site = testApp({ now: new Date("2026-11-28T16:00:00Z") });
const { cookieOf, page } = asStaff(site);

const home = aPage("/", "<p>We have 5 offices. We have 9 advisors.</p>");
const about = aPage("/about", "<p>We have 5 offices.</p>");
const publish = () => publishClaims(site.db, [home, about]);
const idOf = (figure: string) => claimWith(site.db, figure);
const words = async (path: string, cookie: string) => wordsOf(await page(path, cookie));

const bound: Decision = {
  decision: "bound",
  evidenceUrl: null,
  evidenceNote: "The leases",
  evidenceFile: null,
  asOf: "2026-01-31",
  expiresOn: "2099-12-31",
};

/** Decides about a claim at an earlier time. @param revision the number of decisions before */
async function decideAt(at: string, id: number, revision: number, decision: Decision): Promise<void> {
  const actor = actorOf({ id: "ruth", email: "ruth@example.com" });
  const clock = { now: () => new Date(at) };
  await decideClaims({ db: site.db, clock, actor, clientAddress: "192.0.2.1" }, [{ id, revision }], decision);
}

describe("the record", () => {
  test("lists the claims of the displayed version with their evidence", async () => {
    const before = aPage("/about", "<p>We have 4 offices.</p>");
    await publishClaims(site.db, [home, before]);
    await publishClaims(site.db, [home, about]);
    const id = await idOf("5 offices");
    await decideAt("2026-11-28T16:00:00Z", id, 0, {
      ...bound,
      evidenceUrl: "https://files.example.com/a.pdf",
    });
    const cookie = await cookieOf("examiner");
    const current = await words(recordPath({ page: "/about" }), cookie);
    expect(current).toContain("Claims 1 claim in version 2, status on Nov 28, 2026, 10:00 AM CST");
    expect(current).toMatch(
      /5 offices We have 5 offices\. files\.example\.com The leases Attached by .*, Nov 28, 2026, 10:00 AM CST Dec 31, 2099 Evidence attached/,
    );
    expect(await page(recordPath({ page: "/about" }), cookie)).toContain(`href="${claimPath(id)}"`);
    expect(await words(recordPath({ page: "/about", version: 1 }), cookie)).toMatch(
      /1 claim in version 1.* 4 offices We have 4 offices\. Today: No longer on the site\. Undecided/,
    );
  });

  test("shows the claims of an earlier time as they were then, and says what has changed since", async () => {
    await publish();
    const [offices, advisors] = [await idOf("5 offices"), await idOf("9 advisors")];
    await decideAt("2026-11-28T15:40:00Z", offices, 0, bound);
    await decideAt("2026-11-28T15:52:00Z", offices, 1, { decision: "waived", reason: "Withdrawn" });
    await decideAt("2026-11-28T15:52:00Z", advisors, 0, { ...bound, evidenceNote: "The payroll" });
    const cookie = await cookieOf("examiner");
    const show = (time: string) => recordPath({ page: "/", date: "2026-11-28", time });
    const past = await words(show("09:42"), cookie);
    expect(past).toContain("2 claims in version 1, status on Nov 28, 2026, 9:42 AM CST");
    expect(past).toContain(
      "5 offices We have 5 offices. The leases Attached by ruth@example.com, Nov 28, 2026, 9:40 AM CST Today: Waived on Nov 28, 2026. Dec 31, 2099 Evidence attached",
    );
    expect(past).toMatch(/We have 9 advisors\. Today: Evidence attached on Nov 28, 2026\. Undecided/);
    expect(past).not.toMatch(/Withdrawn|The payroll/);
    expect(await page(show("09:42"), cookie)).toMatch(
      new RegExp(`<a [^>]*href="${claimPath(offices)}"[^>]*>Today: Waived`),
    );
    const present = await words(recordPath({ page: "/" }), cookie);
    expect(present).toContain(
      "5 offices We have 5 offices. Withdrawn Waived by ruth@example.com, Nov 28, 2026, 9:52 AM CST Waived",
    );
    expect(present).not.toContain("Today:");
  });

  test("shows evidence at an earlier time as valid until the day on which it expired", async () => {
    await publish();
    await decideAt("2026-11-02T16:00:00Z", await idOf("9 advisors"), 0, {
      ...bound,
      expiresOn: "2026-11-20",
    });
    const cookie = await cookieOf("examiner");
    const show = (date: string) => words(recordPath({ page: "/", date, time: "09:00" }), cookie);
    expect(await show("2026-11-02")).toMatch(/9 advisors\. Today: Expired\. Undecided/);
    expect(await show("2026-11-20")).toMatch(/Today: Expired\. Nov 20, 2026 Expires today/);
    const expired = await show("2026-11-21");
    expect(expired).toMatch(/Nov 20, 2026 Expired/);
    expect(expired).not.toContain("Today: Expired");
  });

  test("says that the register does not contain a claim that was replaced before the search", async () => {
    await publish();
    await publishUnsearched(site.db, [aPage("/", "<p>We have 7 offices.</p>"), about]);
    const text = await words(recordPath({ page: "/" }), await cookieOf("examiner"));
    expect(text).toContain("1 claim in version 2");
    expect(text).toContain("1 claim is not in the register");
  });
});
