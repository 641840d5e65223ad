import { highestScore } from "#app/assessments/questions/score.ts";
import { assessmentScore } from "#tests/kit/an-assessment.ts";
import { describe, expect, test } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { newAssessmentEmail } from "#app/people/alerts/new-assessment.email.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPerson, enter, hold, personTime } from "#tests/kit/person-data.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: personTime });

const unknownId = "00000000-0000-4000-8000-000000000000";
const ada = aPerson("ada");
const ben = aPerson("ben");

const { audited, cookieOf, get, page, post } = asStaff(site);

/** Headers of a form that a browser submits without JavaScript. */
const pressed = { "sec-fetch-mode": "navigate" };

describe("the search by exact address", () => {
  test("redirects to the person without the address in the URL", async () => {
    await enter(site.db, ada);
    const response = await post("/admin/people", await cookieOf("staff"), { email: " ADA@example.org " });
    const location = response.headers.get("location") ?? "";
    expect(response.status).toBe(303);
    expect(location).toMatch(/^\/admin\/people\/[\da-f-]{36}$/);
  });

  test("finds a person with only quarantined submissions", async () => {
    await hold(site.db, ada);
    const cookie = await cookieOf("staff");
    const response = await post("/admin/people", cookie, { email: ada.email });
    expect(await page(response.headers.get("location") ?? "", cookie)).toContain("Quarantined: Assessment");
  });

  test.each([
    ["", 422, "Please enter your email address"],
    ["no address", 422, "Please enter a valid email address"],
    ["nobody@example.org", 404, "We have no data about that address."],
  ])("for “%s” displays an error next to the field", async (email, status, said) => {
    const response = await post("/admin/people", await cookieOf("staff"), { email });
    expect(response.status).toBe(status);
    const html = await response.text();
    expect(html).toMatch(new RegExp(`id="email-error">${said}`));
    expect(html).toContain(`value="${email}"`);
  });

  test("reports an address with emails only", async () => {
    const letter = { kind: "test", recipient: ada.email };
    await site.db.insertInto("letters").values(letter).execute();
    const response = await post("/admin/people", await cookieOf("staff"), { email: ada.email });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("No form was submitted with that address.");
  });
});

describe("the search in the header", () => {
  test("for an address without a form leads to a notice, and the URL does not contain the address", async () => {
    const cookie = await cookieOf("staff");
    const response = await post("/admin/people/find", cookie, { search: " Stranger@Example.org " });
    expect(response.status).toBe(303);
    const location = response.headers.get("location") ?? "";
    expect(decodeURIComponent(location)).not.toMatch(/stranger|@/i);
    const html = await page(location, cookie);
    expect(html).toContain("No form was submitted with that address. Check the spelling");
    expect(html).not.toContain("stranger@example.org");
    expect(await page("/admin/people", cookie)).not.toContain("No form was submitted");
  });
});

describe("the page of a person", () => {
  test("lists all data of this person only, without JavaScript", async () => {
    const id = await enter(site.db, ada);
    await enter(site.db, ben);
    const html = await page(`/admin/people/${id}?show=all`, await cookieOf("examiner"));
    for (const said of [
      `Assessment, ${assessmentScore} of ${highestScore}`,
      "Making Progress",
      "Readiness: Mostly ready, and we know our gaps, 2 of 3",
      "Requested the next date",
      "How does ada affect QSBS?",
      "email (wording of Nov 21, 2026)",
      "1 assessment, 1 sign-up",
      "campaign ada / ada exit",
      "/faqs",
      "Quarantined: Assessment",
      "address of ada",
      "May be called",
    ]) {
      expect(html).toContain(said);
    }
    expect(html).not.toMatch(/ben@|of ben|\sstyle="/);
    expect(html).toContain("<title>Person |");
  });

  test("contains no key of a private URL", async () => {
    const id = await enter(site.db, ada);
    const html = await page(`/admin/people/${id}`, await cookieOf("owner"));
    const { resultKey } = await site.db
      .selectFrom("preLoiAssessments")
      .select("resultKey")
      .executeTakeFirstOrThrow();
    const { placeKey } = await site.db
      .selectFrom("linkedinLiveSignups")
      .select("placeKey")
      .executeTakeFirstOrThrow();
    for (const key of [resultKey, placeKey, ada.sender.browserKey ?? "", ada.sender.visitId ?? ""]) {
      expect(html).not.toContain(key);
    }
  });

  test("is the same for every form of the person, and recorded once under a pseudonym", async () => {
    const id = await enter(site.db, ada);
    const { id: signup } = await site.db
      .selectFrom("linkedinLiveSignups")
      .select("id")
      .executeTakeFirstOrThrow();
    const { cookie, email } = await signedIn(site.db, { role: "examiner" });
    for (const lead of [id, signup, id]) await page(`/admin/people/${lead}`, cookie);
    const views = await audited("person-viewed");
    expect(views).toMatchObject([{ actorEmail: email }]);
    expect(views[0]?.subject).toMatch(/^person:[\w-]{22}$/);
    expect(JSON.stringify(views)).not.toContain(ada.email);
  });

  test("displays a seat and the attendance", async () => {
    const event = await site.db
      .insertInto("events")
      .values(anEvent())
      .returning("id")
      .executeTakeFirstOrThrow();
    const seat = aSignup({ eventId: event.id, state: "seat", placeNumber: 7, attended: false });
    const { id } = await site.db
      .insertInto("linkedinLiveSignups")
      .values(seat)
      .returning("id")
      .executeTakeFirstOrThrow();
    const html = await page(`/admin/people/${id}`, await cookieOf("staff"));
    expect(html).toMatch(
      /Sign-up: Before the letter of intent.*Dec 17, 2026, 12:00 PM CST.*Seat, no\. 7.*Attended<\/dt><dd>No/s,
    );
  });

  test("displays the mail server's reply for a failed email only", async () => {
    const id = await enter(site.db, ada);
    const about = { kind: "test", recipient: ada.email, settledAt: personTime } as const;
    const letters = [
      { ...about, state: "sent", lastReply: "250 taken" },
      { ...about, state: "given-up", lastReply: "550 no such mailbox" },
    ] as const;
    await site.db.insertInto("letters").values(letters).execute();
    const html = await page(`/admin/people/${id}`, await cookieOf("staff"));
    expect(html).toContain("550 no such mailbox");
    expect(html).not.toContain("250 taken");
  });

  test("links email, and the phone number that consent to calls was given for until an opt-out", async () => {
    const phones = ["ask for Rosa", "(512) 555-0142"];
    const signups = phones.map((phone, index) =>
      aSignup({
        state: "told",
        email: "rosa@example.org",
        phone,
        createdAt: new Date(personTime.getTime() - 60_000 + index),
      }),
    );
    const [lead] = await site.db.insertInto("linkedinLiveSignups").values(signups).returning("id").execute();
    const address = `/admin/people/${lead?.id ?? ""}`;
    const cookie = await cookieOf("staff");
    const notAsked = await page(address, cookie);
    expect(notAsked).toContain('href="mailto:rosa@example.org"');
    expect(notAsked).toContain("<dd>(512) 555-0142</dd>");
    await site.db
      .insertInto("consentReceipts")
      .values({
        email: "rosa@example.org",
        givenAt: new Date(personTime.getTime() - 1_000),
        basis: "staff",
        byEmail: false,
        byPhone: true,
        optsOut: false,
        recordedBy: "ruth@example.com",
      })
      .execute();
    const before = await page(address, cookie);
    expect(before).toContain('<dd><a href="tel:+15125550142">(512) 555-0142</a></dd>');
    expect(before).toContain("<dd>ask for Rosa</dd>");
    await post(address, cookie, { change: "withdraw", channel: "phone" });
    const after = await page(address, cookie);
    expect(after).toContain("<dd>(512) 555-0142</dd>");
    expect(after).toContain('href="mailto:rosa@example.org"');
  });

  test.each(["x", unknownId, "%27", "erased%00"])(
    "responds to an unknown person with 404: %s",
    async (id) => {
      const cookie = await cookieOf("owner");
      for (const path of [`/admin/people/${id}`, `/admin/people/${id}/erase`]) {
        const response = await get(path, cookie);
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.text()).toContain("They may have been erased");
        expect((await post(path, cookie)).status).toBe(404);
      }
    },
  );

  test("responds with 404 if the person was erased in the meantime", async () => {
    const id = await enter(site.db, ada);
    const deps = { db: site.db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined) };
    await erasePerson({ ...deps, ...auditDeps }, ada.email, { keepsEmails: false });
    const cookie = await cookieOf("owner");
    expect((await get(`/admin/people/${id}`, cookie)).status).toBe(404);
    const erasing = await post(`/admin/people/${id}/erase`, cookie, { email: ada.email });
    expect(erasing.status).toBe(404);
    const exporting = await post(`/api/people/${id}/export`, cookie, {}, pressed);
    expect([exporting.status, exporting.headers.get("location")]).toEqual([303, `/admin/people/${id}`]);
    expect((await post(`/api/people/${id}/export`, cookie)).status).toBe(404);
  });

  test("offers only the actions that the role permits", async () => {
    const id = await enter(site.db, ada);
    const offers = async (role: "owner" | "staff" | "examiner") => {
      const html = await page(`/admin/people/${id}`, await cookieOf(role));
      return ["Export as a file", "Erase…", "Record opt-out", "Record consent"].filter((offer) =>
        html.includes(offer),
      );
    };
    expect(await offers("examiner")).toEqual([]);
    expect(await offers("staff")).toEqual(["Export as a file", "Record opt-out", "Record consent"]);
    expect(await offers("owner")).toEqual(["Export as a file", "Erase…", "Record opt-out", "Record consent"]);
  });
});

describe("an opt-out that staff record", () => {
  test("takes effect immediately and appears in the activity and the audit log", async () => {
    const id = await enter(site.db, ada);
    const { cookie, email } = await signedIn(site.db, { role: "staff" });
    const response = await post(`/admin/people/${id}`, cookie, { change: "withdraw", channel: "phone" });
    expect(response.headers.get("location")).toBe(`/admin/people/${id}?saved=consent`);
    const html = await page(`/admin/people/${id}?saved=consent&show=all`, cookie);
    expect(html).toContain("Saved.");
    expect(html).toContain("Opted out: no calls");
    expect(html).toMatch(/May be called<\/dt><dd>No, opted out on Nov 21, 2026</);
    expect(await audited("consent-withdrawn")).toMatchObject([
      { actorEmail: email, details: { channels: "phone" } },
    ]);
  });

  test("stays in effect after a later form, and the page uses the notification email's wording", async () => {
    const id = await enter(site.db, ada);
    const before = { now: () => new Date("2026-11-20T12:00:00Z") };
    await withdrawConsent({ db: site.db, clock: before, ...auditDeps }, ada.email, ["email"]);
    const stands =
      "No, opted out on Nov 20, 2026. A form sent on Nov 21, 2026 checked this box; the opt-out still stands.";
    expect(await page(`/admin/people/${id}`, await cookieOf("examiner"))).toContain(stands);
    const { compose } = newAssessmentEmail.connect({ db: site.db, siteUrl: "https://www.example.com" });
    expect(JSON.stringify(await compose(id))).toContain(stands);
  });
});

describe("consent that staff record", () => {
  test("lifts an opt-out and shows who recorded it and when", async () => {
    const id = await enter(site.db, ada);
    const before = { now: () => new Date("2026-11-20T12:00:00Z") };
    await withdrawConsent({ db: site.db, clock: before, ...auditDeps }, ada.email, ["email", "phone"]);
    const { cookie, email } = await signedIn(site.db, { role: "staff" });
    const [, displayed = ""] =
      /name="displayed" value="([^"]+)"/.exec(await page(`/admin/people/${id}`, cookie)) ?? [];
    const fields = { change: "give", channel: "phone", displayed };
    const response = await post(`/admin/people/${id}`, cookie, fields);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `/admin/people/${id}?saved=consent`,
    ]);
    const html = await page(`/admin/people/${id}?show=all`, cookie);
    expect(html).toContain(`<dt>May be called</dt><dd>Yes, recorded by ${email} on Nov 21, 2026</dd>`);
    expect(html).toContain("<dt>May be sent articles and invitations</dt><dd>No, opted out on Nov 20, 2026");
    expect(html).toContain("Consent recorded by staff");
    expect(await audited("consent-given")).toMatchObject([
      { actorEmail: email, details: { channels: "phone" } },
    ]);
  });
});

describe.each(["withdraw", "give"] as const)("a form to %s consent", (change) => {
  const unchanged = async () => {
    expect([...(await audited("consent-withdrawn")), ...(await audited("consent-given"))]).toEqual([]);
  };

  test.each<Record<string, string>>([{}, { channel: "pigeon" }])(
    "asks for a channel if none is selected: %j",
    async (fields) => {
      const id = await enter(site.db, ada);
      const response = await post(`/admin/people/${id}`, await cookieOf("staff"), { change, ...fields });
      expect(response.status).toBe(422);
      const html = await response.text();
      expect(html).toContain("Please choose email, phone or both");
      expect(html).toContain(`aria-describedby="${change}-channel-error"`);
      await unchanged();
    },
  );

  test("is forbidden to examiners", async () => {
    const id = await enter(site.db, ada);
    const fields = { change, channel: "phone" };
    const response = await post(`/admin/people/${id}`, await cookieOf("examiner"), fields);
    expect(response.status).toBe(403);
    await unchanged();
  });
});

describe("emails about an account of the person", () => {
  const subject = "Set a new password";
  const accountEmail = { kind: "account-reset", subject, bodyText: "…", state: "sent" } as const;
  const about = (email: string) => ({ ...accountEmail, recipient: email, settledAt: personTime });

  test.each([
    ["owner", true],
    ["staff", false],
  ] as const)("%s: on the page and in the export alike, shown: %s", async (role, isShown) => {
    const id = await enter(site.db, ada);
    await site.db.insertInto("letters").values(about(ada.email)).execute();
    const cookie = await cookieOf(role);
    const html = await page(`/admin/people/${id}`, cookie);
    const exported = await (await post(`/api/people/${id}/export`, cookie, {}, pressed)).text();
    expect([html.includes(subject), exported.includes(subject)]).toEqual([isShown, isShown]);
    expect(exported.includes("account-reset")).toBe(isShown);
    expect(await audited("person-exported")).toMatchObject([{ details: { letters: isShown ? 5 : 4 } }]);
  });

  test.each([
    ["owner", "No form was submitted with that address."],
    ["staff", "We have no data about that address."],
  ] as const)("if there is nothing else, the search shows %s: %s", async (role, said) => {
    await site.db.insertInto("letters").values(about("colleague@example.org")).execute();
    const response = await post("/admin/people", await cookieOf(role), { email: "colleague@example.org" });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain(said);
  });
});

test("a form without an action changes nothing", async () => {
  const id = await enter(site.db, ada);
  const response = await post(`/admin/people/${id}`, await cookieOf("staff"), { channel: "phone" });
  expect(response.status).toBe(400);
  expect(await audited("consent-withdrawn")).toEqual([]);
});

describe("the export of a person", () => {
  test("is a complete file without a name, not cached, and recorded", async () => {
    const id = await enter(site.db, ada);
    await enter(site.db, ben);
    const { cookie, email } = await signedIn(site.db, { role: "staff" });
    const response = await post(`/api/people/${id}/export`, cookie, {}, pressed);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="person-export-2026-11-21.json"',
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ email: ada.email, assessments: [{ id }], signUps: [{}] });
    expect(text).not.toContain(ben.email);
    expect(await audited("person-exported")).toMatchObject([
      { actorEmail: email, details: { assessments: 1, signUps: 1, heldSubmissions: 1 } },
    ]);
  });

  test("requires recent authentication and returns to the page", async () => {
    const id = await enter(site.db, ada);
    const cookie = await cookieOf("owner", { provedMinutesAgo: 11 });
    const response = await post(`/api/people/${id}/export`, cookie, {}, pressed);
    const back = encodeURIComponent(`/admin/people/${id}`);
    expect([response.status, response.headers.get("location")]).toEqual([303, `/auth/prove?to=${back}`]);
    expect((await post(`/api/people/${id}/export`, cookie)).status).toBe(403);
    expect(await audited("person-exported")).toEqual([]);
  });

  test("is forbidden to examiners and without a session", async () => {
    const id = await enter(site.db, ada);
    expect((await post(`/api/people/${id}/export`, await cookieOf("examiner"))).status).toBe(403);
    expect((await post(`/api/people/${id}/export`, "")).status).toBe(401);
  });
});
