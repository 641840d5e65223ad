import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { describe, expect, test } from "vitest";
import type { LettersTable } from "#app/data/schema/letters.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();
const sendingSite = testApp({ sendsEmail: true });

const placeKey = "5d7f2a44-8e0e-4b0e-9d3a-4f1d8f0c6b21";
const words = `Your place: ${testSiteUrl}/linkedin-live-signup/place/${placeKey} <b>`;

/** A letter that was given up. */
async function letter(changes: Partial<Insertable<LettersTable>> = {}): Promise<string> {
  const { id } = await site.db
    .insertInto("letters")
    .values({
      kind: "event-place",
      recipient: "ada@example.com",
      about: randomUUID(),
      state: "given-up",
      subject: "Your seat",
      bodyText: words,
      bodyHtml: `<!doctype html><title>Your seat</title><p>${words}</p><script>alert(1)</script>`,
      attempts: 3,
      lastReply: "550 no such user",
      settledAt: new Date(),
      ...changes,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const as = async (role: Role) => (await signedIn(site.db, { role })).cookie;

async function page(path: string, cookie: string, status = 200): Promise<string> {
  const response = await site.request(path, { headers: { cookie } });
  expect(response.status).toBe(status);
  return response.text();
}

const post = (path: string, cookie: string) => site.postForm(path, {}, { cookie });

const stateOf = async (id: string) =>
  (
    await site.db
      .selectFrom("letters")
      .select(["state", "attempts"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).state;

const audited = (action: string) =>
  site.db
    .selectFrom("auditEvents")
    .select(["actorKind", "subject", "details", "clientAddress"])
    .where("action", "=", action)
    .orderBy("id")
    .execute();

describe("the list of letters", () => {
  test("shows kind, recipient, state and last reply in words, complete without scripting, and is recorded once", async () => {
    await letter();
    const cookie = await as("examiner");
    for (let times = 0; times < 2; times += 1) {
      const html = await page("/admin/letters", cookie);
      expect(html).toMatch(/Sign-up confirmation.*ada@.*example\.com.*Given up.*3.*550 no such user/s);
      expect(html).not.toMatch(/\sstyle="/);
      expect(html).not.toContain("Send all given-up letters again");
    }
    expect(await audited("leads-viewed")).toMatchObject([{ details: { list: "letters" } }]);
  });

  test("is narrowed down by its address, and says what of it makes no sense", async () => {
    await letter();
    const cookie = await as("staff");
    expect(await page("/admin/letters?state=sent", cookie)).toContain("Nothing matches.");
    expect(await page("/admin/letters?search=ADA%40", cookie)).toContain("Given up");
    const odd = await page("/admin/letters?state=lost&kind=%27&from=yesterday&after=x&sort=upwards", cookie);
    expect(odd).toMatch(/“yesterday” was ignored.*“lost” is not a value of “State”.*first page/s);
    expect(await page("/admin/letters", await as("owner"))).toContain("Account: invitation");
  });

  test("shows letters about accounts to those alone who manage the team", async () => {
    const id = await letter({ kind: "account-waiting", recipient: "ruth@example.com" });
    for (const role of ["staff", "examiner"] as const) {
      const cookie = await as(role);
      expect(await page("/admin/letters", cookie)).not.toMatch(/ruth@|somebody waits/);
      await page(`/admin/letters/${id}`, cookie, 404);
      await page(`/api/letters/${id}/document`, cookie, 404);
    }
    expect((await post(`/admin/letters/${id}`, await as("staff"))).status).toBe(404);
    expect(await page(`/admin/letters/${id}`, await as("owner"))).toContain("ruth@example.com");
  });

  test("has all letters that were given up tried again at the press of a button, and tells of it", async () => {
    const [one, kept] = [await letter(), await letter({ state: "kept" })];
    const cookie = await as("staff");
    expect(await page("/admin/letters", cookie)).toContain("Send all given-up letters again");
    const answer = await post("/admin/letters", cookie);
    expect(answer.headers.get("location")).toBe("/admin/letters?done=all-again");
    expect(await stateOf(kept)).toBe("kept");
    expect(await audited("letter-retried")).toMatchObject([
      { actorKind: "staff", details: { was: "given-up", letters: 1 }, clientAddress: "127.0.0.1" },
    ]);
    expect(await page("/admin/letters?done=all-again", cookie)).toContain("are tried again");
    await expect.poll(() => stateOf(one)).not.toBe("given-up");
    expect((await post("/admin/letters", cookie)).headers.get("location")).toBe("/admin/letters?done=none");
  });

  test("retries all emails that were stored without a mail server, once there is one", async () => {
    const failed = await letter();
    await letter({ state: "kept" });
    const cookie = await as("staff");
    expect(await page("/admin/letters", cookie)).not.toContain("Send all unsent letters");
    const response = await sendingSite.request("/admin/letters", { headers: { cookie } });
    expect(await response.text()).toContain("Send all unsent letters");
    const posted = await site.postForm("/admin/letters", { state: "kept" }, { cookie });
    expect(posted.headers.get("location")).toBe("/admin/letters?done=all-again");
    expect(await stateOf(failed)).toBe("given-up");
    expect(await audited("letter-retried")).toMatchObject([{ details: { was: "kept", letters: 1 } }]);
  });
});

describe("a letter", () => {
  test("shows how it fared and what it says, without the keys of private addresses, and is recorded once with its frame", async () => {
    const id = await letter({ unclearAttempts: 1 });
    const cookie = await as("staff");
    const html = await page(`/admin/letters/${id}`, cookie);
    expect(html).toContain("3, of which 1 may have arrived without our learning of it");
    expect(html).toContain("/linkedin-live-signup/place/…");
    expect(html).not.toContain(placeKey);
    expect(html).toContain(`<iframe src="/api/letters/${id}/document"`);
    const shown = await site.request(`/api/letters/${id}/document`, { headers: { cookie } });
    expect(await shown.text()).not.toContain(placeKey);
    const policy = shown.headers.get("content-security-policy") ?? "";
    expect(policy.split(";")).toEqual(
      expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", "sandbox"]),
    );
    expect(policy).not.toContain("script");
    const [view, ...others] = await audited("letter-viewed");
    expect(others).toEqual([]);
    expect(view).toMatchObject({ details: { letter: id } });
    expect(view?.subject).toMatch(/^person:/);
  });

  test("may be framed wherever the visit of the staff area began: the router changes no policy", async () => {
    const cookie = await as("staff");
    for (const path of ["/admin", "/admin/letters", `/admin/letters/${await letter()}`]) {
      const response = await site.request(path, { headers: { cookie } });
      expect(response.headers.get("content-security-policy")).toContain("frame-src 'self';");
    }
  });

  test("is sent again where that makes sense, and else its state is told", async () => {
    const id = await letter();
    const cookie = await as("staff");
    const answer = await post(`/admin/letters/${id}`, cookie);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/admin/letters/${id}?done=again`);
    expect(await audited("letter-retried")).toMatchObject([{ subject: `letter:${id}` }]);

    const sent = await letter({ state: "sent" });
    const refused = await post(`/admin/letters/${sent}`, cookie);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("It was sent, and is not sent twice.");
    expect(await page(`/admin/letters/${sent}`, cookie)).not.toContain("Send again");
    expect(await stateOf(sent)).toBe("sent");
  });

  test.each(["sent", "kept", "given-up", "suppressed"] as const)(
    "that was tried again meanwhile, and is %s, is not said to be about to be",
    async (state) => {
      const path = `/admin/letters/${await letter({ state })}?done=again`;
      const html = await page(path, await as("staff"));
      expect(html).toContain("It was tried again. How it went stands below.");
      expect(html).not.toContain("within a second or two");
    },
  );

  test("that waits to be tried again is said to be about to be", async () => {
    const id = await letter({
      state: "waiting",
      settledAt: null,
      nextTryAt: new Date(Date.now() + 3_600_000),
    });
    const html = await page(`/admin/letters/${id}?done=again`, await as("staff"));
    expect(html).toContain("It is tried again within a second or two");
  });

  test("that nobody can get says so, and not that nobody wants it", async () => {
    const id = await letter({
      state: "suppressed",
      lastReply: "Addresses under .invalid cannot receive email.",
    });
    expect(await page(`/admin/letters/${id}`, await as("staff"))).toMatch(
      /the address cannot receive email.*The last reply gives the reason.*Addresses under .invalid cannot/s,
    );
  });

  test("that was never tried says so, and one that is not there is not found, in whatever way it is asked for", async () => {
    const id = await letter({ state: "kept", subject: null, bodyText: null, bodyHtml: null, attempts: 0 });
    const cookie = await as("staff");
    expect(await page(`/admin/letters/${id}`, cookie)).toContain("Not written yet");
    await page(`/api/letters/${id}/document`, cookie, 404);
    for (const unknown of [randomUUID(), "x", "%00"]) {
      expect(await page(`/admin/letters/${unknown}`, cookie, 404)).toContain("There is no such letter.");
      expect((await post(`/admin/letters/${unknown}`, cookie)).status).toBe(404);
      await page(`/api/letters/${unknown}/document`, cookie, 404);
    }
  });
});

describe("previews", () => {
  test("hold every kind with subject, frame and text, and none of them is a letter", async () => {
    const cookie = await as("examiner");
    const html = await page("/admin/letters/previews", cookie);
    const links = [...html.matchAll(/href="([^"]+\?letter=[^"]+)"/g)].flatMap(([, path]) => path ?? []);
    expect(links.length).toBeGreaterThan(19);
    for (const link of links) {
      const [, frame] = /<iframe src="([^"]+)"/.exec(await page(link, cookie)) ?? [];
      expect(await page(frame ?? "", cookie)).toContain("<!doctype html>");
    }
    expect(await page("/admin/letters/previews?letter=%27", cookie)).toContain("<iframe");
    await page("/api/letters/previews/none", cookie, 404);
    expect(await site.db.selectFrom("letters").select("id").execute()).toEqual([]);
  });
});
