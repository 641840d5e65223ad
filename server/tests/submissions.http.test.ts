import { currentConsentVersion } from "#content/consent.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { afterEach, describe, expect, it } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";

const clock = { now: new Date("2026-11-21T12:00:00Z") };
const site = testApp(clock);

/** Each form and its JSON endpoint share most checks and have their own responses. JSON assessments need no token. */
const forms = [
  {
    form: "assessment",
    page: "/pre-loi-assessment",
    endpoint: "/functions/v1/pre-loi-assessment",
    table: "preLoiAssessments",
    fields: anAssessment(),
    done: /^\/pre-loi-assessment\/result\//,
  },
  {
    form: "event-signup",
    page: "/linkedin-live-signup",
    endpoint: "/functions/v1/linkedin-live-signup",
    table: "linkedinLiveSignups",
    fields: {
      name: "Thomas Avery",
      email: "t.avery@example.com",
      phone: "",
      questions: "How does QSBS apply?",
      topics: "",
    },
    done: /^\/linkedin-live-signup\/registered$/,
  },
] as const;

type Form = (typeof forms)[number];

const minuteMs = 60_000;
const start = clock.now;
afterEach(() => {
  clock.now = start;
});

async function setEvent(): Promise<void> {
  await site.db.insertInto("events").values(anEvent()).execute();
  await site.refreshEvents();
}

const rows = ({ table }: Form) => site.db.selectFrom(table).select(["name", "email"]).execute();
const listQuarantined = () =>
  site.db.selectFrom("quarantinedSubmissions").select(["form", "reason", "input", "releasedAt"]).execute();

const letterKinds = async () =>
  (await site.db.selectFrom("letters").select("kind").execute()).map(({ kind }) => kind);

/** Reads the current form token of the page. */
async function readToken({ page }: Form): Promise<string> {
  const html = await (await site.request(page)).text();
  return /name="formToken" value="([^"]+)"/.exec(html)?.[1] ?? "";
}

/** The outcome of a submission, independent of the way it was sent. */
type Outcome = "accepted" | "confirmation required" | number;

type Channel = {
  channel: "form" | "JSON";
  send: (form: Form, fields: Record<string, string>, address: string) => Promise<Outcome>;
};

const channels: readonly Channel[] = [
  {
    channel: "form",
    async send({ page, done }, fields, address) {
      const response = await site.postForm(page, fields, { "x-forwarded-for": address }, "10.0.0.1");
      if (response.status !== 303) {
        // The form keeps all entered values.
        expect(await response.text()).toContain(`value="${fields.name}"`);
        return response.status;
      }
      const path = response.headers.get("location");
      if (path === "/check-your-email" || path === "/check-your-email#event") return "confirmation required";
      expect(path).toMatch(done);
      return "accepted";
    },
  },
  {
    channel: "JSON",
    async send({ endpoint }, fields, address) {
      const headers = { "content-type": "application/json", "x-forwarded-for": address };
      const body = JSON.stringify(fields);
      const response = await site.request(endpoint, { method: "POST", headers, body }, "10.0.0.1");
      if (response.status === 200) return "accepted";
      if (response.status !== 202) return response.status;
      expect(await response.json()).toEqual({ data: { outcome: "confirmation-required" } });
      return "confirmation required";
    },
  },
];

const formsByChannel = forms.flatMap((form) =>
  channels.map((channel) => ({ name: `${form.form} as ${channel.channel}`, form, ...channel })),
);
const address = "203.0.113.7";

describe.each(formsByChannel)("$name", ({ form, send }) => {
  /** The fields that the page sends half a minute after it was opened. */
  const fillForm = async (more: Record<string, string> = {}): Promise<Record<string, string>> => {
    const formToken = await readToken(form);
    clock.now = new Date(clock.now.getTime() + minuteMs / 2);
    return { ...form.fields, formToken, website: "", ...more };
  };

  it("accepts a person's submission and stores it once if it is sent again", async () => {
    await setEvent();
    const fields = await fillForm();
    expect(await send(form, fields, address)).toBe("accepted");
    expect(await send(form, fields, address)).toBe("accepted");
    expect(await rows(form)).toEqual([{ name: form.fields.name, email: form.fields.email }]);
    expect(await listQuarantined()).toEqual([]);
  });

  it("quarantines a form sent faster than a person can type until the mailbox is confirmed", async () => {
    await setEvent();
    const fields = { ...form.fields, formToken: await readToken(form), website: "" };
    expect(await send(form, fields, address)).toBe("confirmation required");
    expect(await rows(form)).toEqual([]);
    expect(await listQuarantined()).toMatchObject([
      { form: form.form, reason: "too-fast", releasedAt: null },
    ]);
    expect(await letterKinds()).toEqual(["confirm-submission"]);
    // A repeated submission is quarantined only once and causes only one email.
    expect(await send(form, fields, address)).toBe("confirmation required");
    expect(await listQuarantined()).toHaveLength(1);
    expect(await letterKinds()).toEqual(["confirm-submission"]);
  });

  it("quarantines a submission with a filled honeypot and responds as if it was accepted", async () => {
    await setEvent();
    const fields = await fillForm({ website: "https://spam.example.com" });
    expect(await send(form, fields, address)).toBe("accepted");
    expect(await rows(form)).toEqual([]);
    expect(await site.db.selectFrom("letters").select("id").execute()).toEqual([]);
    expect(await listQuarantined()).toMatchObject([{ reason: "honeypot" }]);
  });

  it.each([
    [
      "was used for another submission",
      "replay",
      async (token: string) => {
        await send(form, { ...form.fields, email: "other@example.com", formToken: token }, "203.0.113.8");
        return token;
      },
    ],
    [
      "is older than a day",
      "token",
      (token: string) => {
        clock.now = new Date(clock.now.getTime() + 25 * 60 * minuteMs);
        return Promise.resolve(token);
      },
    ],
    ["is forged", "token", (token: string) => Promise.resolve(`${token.slice(0, -4)}AAAA`)],
  ] as const)("quarantines a form whose token %s", async (_case, reason, use) => {
    await setEvent();
    const fields = await fillForm();
    const formToken = await use(fields.formToken ?? "");
    expect(await send(form, { ...fields, formToken }, address)).toBe("confirmation required");
    expect(await listQuarantined()).toMatchObject([{ reason, input: { email: form.fields.email } }]);
  });

  it("accepts several forms from one office, then requires mailbox confirmation, then rejects a flood", async () => {
    await withinOneWindow();
    await setEvent();
    const maxPerAddress = form.form === "assessment" ? 10 : 5;
    const sendAsPerson = async (person: number): Promise<Outcome> => {
      const fields = await fillForm({ email: `person-${person}@example.com` });
      const outcome = await send(form, fields, address);
      // All submissions fall into the same ten minutes.
      clock.now = start;
      return outcome;
    };
    for (let person = 1; person <= maxPerAddress; person += 1) {
      expect(await sendAsPerson(person)).toBe("accepted");
    }
    expect(await sendAsPerson(maxPerAddress + 1)).toBe("confirmation required");
    // Simulates hundreds more from the same address by raising the count.
    await site.db
      .updateTable("rateLimits")
      .set((eb) => ({ count: eb("count", "+", 500) }))
      .where("key", "not like", "unconfirmed-%")
      .execute();
    expect(await sendAsPerson(maxPerAddress + 2)).toBe(429);
    // Another address is not affected.
    expect(await send(form, await fillForm(), "203.0.113.99")).toBe("accepted");
  });

  it("records consent with its wording and page version", async () => {
    await setEvent();
    const page = (await site.request(form.page)).headers;
    expect(page.get("cache-control")).toBe("private, no-cache");
    const boxes = { consentWording: currentConsentVersion, consentByEmail: "yes" };
    await send(form, await fillForm(boxes), address);
    const receipts = await site.db.selectFrom("consentReceipts").selectAll().execute();
    expect(receipts).toMatchObject([
      {
        form: form.form,
        basis: "boxes-shown",
        byEmail: true,
        byPhone: false,
        wordingVersion: currentConsentVersion,
        optsOut: false,
      },
    ]);
    expect(receipts[0]?.pageVersion).toMatch(/^[\w-]{22}$/);
  });
});

describe.each(formsByChannel)("the consent of a quarantined $name", ({ form, send }) => {
  const boxes = { consentWording: currentConsentVersion, consentByEmail: "yes" };
  const quarantinedConsent = async () =>
    (await site.db.selectFrom("quarantinedSubmissions").select("sender").execute()).map(
      ({ sender }) => sender["consent"],
    );

  it("counts with a genuine token that is two days old", async () => {
    await setEvent();
    const formToken = await readToken(form);
    clock.now = new Date(clock.now.getTime() + 48 * 60 * minuteMs);
    expect(await send(form, { ...form.fields, ...boxes, formToken }, address)).toBe("confirmation required");
    expect(await quarantinedConsent()).toMatchObject([{ basis: "boxes-shown", byEmail: true }]);
  });

  it("does not count with a wording version that the page did not display", async () => {
    await setEvent();
    const formToken = await readToken(form);
    clock.now = new Date(clock.now.getTime() + 48 * 60 * minuteMs);
    const claimed = { ...boxes, consentWording: "2026-11-21" };
    expect(await send(form, { ...form.fields, ...claimed, formToken }, address)).toBe(
      "confirmation required",
    );
    expect(await quarantinedConsent()).toEqual([{ basis: "none-given" }]);
  });

  it.each(["forged", "of the other form"])("does not count with a token that is %s", async (which) => {
    await setEvent();
    const other = forms.find((one) => one !== form) ?? form;
    const formToken =
      which === "forged" ? `${(await readToken(form)).slice(0, -1)}~` : await readToken(other);
    clock.now = new Date(clock.now.getTime() + minuteMs / 2);
    expect(await send(form, { ...form.fields, ...boxes, formToken }, address)).toBe("confirmation required");
    expect(await quarantinedConsent()).toEqual([{ basis: "none-given" }]);
  });
});

describe.each(formsByChannel)("$name, sent again", ({ form, send }) => {
  const fillForm = async (more: Record<string, string>): Promise<Record<string, string>> => {
    const formToken = await readToken(form);
    clock.now = new Date(clock.now.getTime() + minuteMs / 2);
    return { ...form.fields, formToken, consentWording: currentConsentVersion, ...more };
  };
  const receipts = () =>
    site.db.selectFrom("consentReceipts").select(["byEmail", "byPhone"]).orderBy("givenAt").execute();

  it("with a box that is no longer checked, records the later choice as well", async () => {
    await setEvent();
    await send(form, await fillForm({ consentByEmail: "yes" }), address);
    await send(form, await fillForm({}), address);
    expect(await receipts()).toEqual([
      { byEmail: true, byPhone: false },
      { byEmail: false, byPhone: false },
    ]);
    expect(await rows(form)).toHaveLength(1);
  });
});

describe("without any token", () => {
  const [assessment, signup] = forms;

  it("stores a JSON assessment with exactly the specified fields", async () => {
    expect((await site.postJson(assessment.endpoint, assessment.fields)).status).toBe(200);
    expect(await rows(assessment)).toHaveLength(1);
    expect(await site.db.selectFrom("consentReceipts").select("basis").execute()).toEqual([
      { basis: "none-given" },
    ]);
  });

  it("records that no consent text was displayed, regardless of the consent that the assessment claims", async () => {
    const phone = "(512) 555-0199";
    const claimed = { consentWording: currentConsentVersion, consentByEmail: "yes", consentByPhone: "yes" };
    const response = await site.postJson(assessment.endpoint, { ...assessment.fields, phone, ...claimed });
    expect(response.status).toBe(200);
    expect(
      await site.db.selectFrom("consentReceipts").select(["basis", "byEmail", "byPhone"]).execute(),
    ).toEqual([{ basis: "none-given", byEmail: false, byPhone: false }]);
  });

  it("requires confirmation for a sign-up, because seats are limited", async () => {
    await setEvent();
    expect((await site.postJson(signup.endpoint, signup.fields)).status).toBe(202);
    expect(await rows(signup)).toEqual([]);
    expect(await listQuarantined()).toMatchObject([{ reason: "token" }]);
  });

  it.each(forms)("requires confirmation for a form: $form", async (form) => {
    await setEvent();
    const response = await site.postForm(form.page, { ...form.fields, formToken: "" });
    expect(response.headers.get("location")).toMatch(/^\/check-your-email(#event)?$/);
    expect(await rows(form)).toEqual([]);
  });
});

describe("the honeypot response of the assessment", () => {
  it("is a real result, because a person may have filled in the honeypot", async () => {
    const [assessment] = forms;
    const formToken = await readToken(assessment);
    clock.now = new Date(start.getTime() + minuteMs);
    const fields = { ...assessment.fields, formToken, website: "x" };
    const response = await site.postForm(assessment.page, fields);
    const result = await site.request(response.headers.get("location")?.split("#")[0] ?? "");
    expect(result.status).toBe(200);
    expect(await result.text()).toContain("Making Progress");
  });
});

describe("the source of a lead", () => {
  const endpoint = forms[1].endpoint;
  const identified = () =>
    site.db
      .selectFrom("visitors")
      .select(["firstName", "lastName", "email", "source", "ipAddress", "firstTouch", "lastTouch", "visitId"])
      .where("leadId", "is not", null)
      .execute();

  it("is stored with the lead from the request alone", async () => {
    await setEvent();
    const referer =
      "http://localhost:3000/linkedin-live-signup?utm_source=linkedin&utm_campaign=august&gclid=abc";
    await site.postJson(
      endpoint,
      { ...forms[1].fields, formToken: site.formToken(forms[1].page) },
      { referer },
    );
    expect(await identified()).toMatchObject([
      {
        firstName: "Thomas",
        lastName: "Avery",
        email: "t.avery@example.com",
        source: "linkedin-live-signup-form",
        lastTouch: {
          landingPage: "/linkedin-live-signup",
          campaign: { source: "linkedin", campaign: "august" },
          clickId: { kind: "gclid", value: "abc" },
        },
      },
    ]);
  });

  it("accepts a name of one word", async () => {
    await setEvent();
    await site.postJson(endpoint, {
      ...forms[1].fields,
      name: "Cher",
      formToken: site.formToken(forms[1].page),
    });
    expect(await identified()).toMatchObject([{ firstName: "Cher", lastName: "" }]);
  });

  it.each([["sec-gpc"], ["dnt"]])(
    "is not stored if the browser sends %s, but the lead is",
    async (signal) => {
      await setEvent();
      await site.postJson(
        endpoint,
        { ...forms[1].fields, formToken: site.formToken(forms[1].page) },
        {
          [signal]: "1",
          cookie: `visit=${crypto.randomUUID()}`,
        },
      );
      expect(await rows(forms[1])).toHaveLength(1);
      expect(await identified()).toEqual([]);
      expect(await site.db.selectFrom("consentReceipts").select("optsOut").execute()).toEqual([
        { optsOut: true },
      ]);
    },
  );
});
