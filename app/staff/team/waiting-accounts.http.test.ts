import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { asStaff } from "#tests/kit/as-staff.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();
const { audited, cookieOf, page, post } = asStaff(site);

const colleague = "new.colleague@example.com";
const path = "/admin/team";

/** Thirty confirmed sign-ups by strangers, before that of a colleague. */
beforeEach(async () => {
  await sql`
    insert into staff_users (id, name, email, email_verified, role, created_at)
    select gen_random_uuid()::text, 'stranger' || n, 'stranger' || n || '@spam.example', true, 'pending', now() - interval '1 hour'
    from generate_series(1, 30) as n`.execute(site.db);
  await signedIn(site.db, { role: "pending", name: "Nell Colleague", email: colleague });
});

test("the waiting accounts are on pages of 25, with links", async () => {
  const cookie = await cookieOf("owner");
  const first = await page(path, cookie);
  expect(listEmails(first)).toHaveLength(25);
  expect(listEmails(first)).not.toContain(colleague);
  const second = await page(findLink(first, "next"), cookie);
  expect(listEmails(second)).toHaveLength(6);
  expect(listEmails(second)).toContain(colleague);
  expect(listEmails(await page(findLink(second, "prev"), cookie))).toEqual(listEmails(first));
});

test.each(["New.Colleague@", "nell coll"])(
  "a search finds an account behind them by name or email: %s",
  async (search) => {
    const cookie = await cookieOf("owner");
    const html = await page(`${path}?${new URLSearchParams({ search }).toString()}`, cookie);
    expect(listEmails(html)).toEqual([colleague]);
    expect(html).toMatch(/<form [^>]*role="search"[^>]* action="\/admin\/team" method="get">/);
    expect(html).toContain(`value="${search}"`);
    expect(html).toContain("1 in all.");
  },
);

test("a decision returns to the search and to the page", async () => {
  const cookie = await cookieOf("owner");
  const searched = `${path}?search=colleague`;
  const found = await page(searched, cookie);
  const id = /name="of" value="([^"]+)"/.exec(found)?.[1] ?? "";
  expect(/<form class="role-form"[^>]* action="([^"]*)"/.exec(found)?.[1]).toBe(searched);
  const approved = await post(searched, cookie, { change: "approve", of: id, role: "staff" });
  expect([approved.status, approved.headers.get("location")]).toEqual([303, `${searched}&done=approve`]);
  expect(await audited("account-approved")).toHaveLength(1);
  expect(await page(searched, cookie)).toContain("Nothing matches.");
  const next = findLink(await page(path, cookie), "next");
  const stranger = await findStranger();
  const declined = await post(next, cookie, { change: "decline", of: stranger });
  expect(declined.headers.get("location")).toBe(`${next}&done=decline`);
});

test("re-authentication returns to the search with the choice", async () => {
  const cookie = await cookieOf("owner", { provedMinutesAgo: 11 });
  const of = (await findAccount(colleague)) ?? "";
  const response = await post(`${path}?search=%40example.com`, cookie, {
    change: "approve",
    of,
    role: "staff",
  });
  const location = response.headers.get("location") ?? "";
  const back = new URL(location, testSiteUrl).searchParams.get("to") ?? "";
  const html = await page(back, cookie);
  expect(listEmails(html)).toEqual([colleague]);
  expect(html).toMatch(/<option value="staff" selected=""/);
});

/** The addresses in the list of waiting accounts. */
function listEmails(html: string): string[] {
  const [section = ""] = html.split("<h2>Accounts</h2>", 1);
  return [...section.matchAll(/<b>([^<]+@[^<]+)<\/b>/g)].map(([, email = ""]) => email);
}

function findLink(html: string, rel: "next" | "prev"): string {
  const tag = new RegExp(`<a[^>]* rel="${rel}"[^>]*>`).exec(html)?.[0] ?? "";
  return (/href="([^"]+)"/.exec(tag)?.[1] ?? "").replaceAll("&amp;", "&");
}

async function findAccount(email: string): Promise<string | undefined> {
  const account = site.db.selectFrom("staffUsers").select("id").where("email", "=", email);
  return (await account.executeTakeFirst())?.id;
}

const findStranger = async (): Promise<string> => (await findAccount("stranger30@spam.example")) ?? "";
