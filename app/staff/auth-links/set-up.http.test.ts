import { expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { titleAndHeading } from "#tests/kit/title-and-heading.ts";

const site = testApp();

const person = { name: "Ruth Calloway", email: "Ruth@Example.com", password: "a password for tests" };
const path = () => `/auth/set-up/${site.setUpToken()}`;

test("the set-up link creates the first owner, signs in, and works once", async () => {
  const page = await site.request(path());
  expect(page.status).toBe(200);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const html = await page.text();
  expect(html).toMatch(/content="noindex".*name="referrer" content="origin"/s);
  const { title, heading } = titleAndHeading(html);
  expect(title).toBe(heading);

  const made = await post(person);
  expect([made.status, made.headers.get("location")]).toEqual([303, "/admin"]);
  const cookie = made.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
  const dashboard = await site.request("/admin", { headers: { cookie } });
  expect(await dashboard.text()).toContain("Ruth Calloway");

  const used = await site.request(path());
  expect(used.status).toBe(404);
  const usedHtml = await used.text();
  expect(usedHtml).toMatch(/If you already have an account, sign in\..*class="btn" href="\/auth"/s);
  expect(titleAndHeading(usedHtml)).toEqual({
    title: "This link has expired",
    heading: "This link has expired",
  });
  // Invalid tokens get the same response.
  expect(await (await site.request("/auth/set-up/guess")).text()).toBe(usedHtml);
  expect((await post({ ...person, email: "second@example.com" })).status).toBe(404);
  expect((await site.request(`${path()}.data`)).status).toBe(404);
  expect(await site.db.selectFrom("staffUsers").select(["email", "role"]).execute()).toEqual([
    { email: "ruth@example.com", role: "owner" },
  ]);
});

test("two concurrent uses of the set-up link create one owner", async () => {
  const responses = await Promise.all([post(person), post({ ...person, email: "second@example.com" })]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404]);
});

test("the set-up link with an invalid token is rejected", async () => {
  expect((await site.request("/auth/set-up/guess")).status).toBe(404);
  const posted = await site.postForm("/auth/set-up/guess", person);
  expect(posted.status).toBe(404);
  expect(await posted.text()).toContain("This link has expired");
  expect(await site.db.selectFrom("staffUsers").select("id").execute()).toEqual([]);
});

test.each([
  ["too short", "Please use at least 12 characters"],
  ["ruth@example.com", "This password is too common."],
])("set-up rejects the password %s and keeps the other fields", async (password, sentence) => {
  const response = await post({ ...person, password });
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain(sentence);
  expect(html).toContain('value="Ruth Calloway"');
  expect(html).not.toMatch(/<input id="password"[^>]* value=/);
});

test("set-up reports that the address has an account", async () => {
  await signedIn(site.db, { role: "staff", email: "ruth@example.com" });
  const response = await post(person);
  expect(response.status).toBe(409);
  expect(await response.text()).toContain("An account with this email address already exists.");
});

test("the set-up link is not logged", async () => {
  await site.request(path());
  await site.request(`${path()}.data`);
  expect(JSON.stringify(site.logged)).not.toContain(site.setUpToken());
});

function post(fields: Record<string, string>): Promise<Response> {
  return site.postForm(path(), fields, {}, newAddress());
}
