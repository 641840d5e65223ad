import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { answersScoring } from "#tests/kit/an-assessment.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { storeIncident } from "#tests/kit/stored-incident.ts";
import { storeWebhook } from "#tests/kit/integrations.ts";
import { aPage } from "#tests/kit/published-site.ts";
import { claimWith, publishClaims } from "#tests/kit/stored-claims.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { at, listEventForms, person, type SampleForm } from "./sample-event-forms.ts";

/** Existing rows that a path of the tables can name instead of `x`. */
export type SampleRows = {
  claim: number;
  event: string;
  lead: string;
  message: string;
  place: string;
  signup: string;
  incident: number;
  webhook: string;
};

export async function storeSampleRows(db: Kysely<Database>): Promise<SampleRows> {
  const { storeAssessment } = storedLeads(db);
  const event = await db
    .insertInto("events")
    .values(anEvent({ seatsTaken: 1, lastPlaceNumber: 1 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const signup = aSignup({ email: "seat@example.com", eventId: event.id, state: "seat", placeNumber: 1 });
  const { id: signupId, placeKey } = await db
    .insertInto("linkedinLiveSignups")
    .values(signup)
    .returning(["id", "placeKey"])
    .executeTakeFirstOrThrow();
  const message = await db
    .insertInto("eventMessages")
    .values({
      eventId: event.id,
      template: "notice",
      audience: "holders",
      fields: { paragraph: "The door is at the side.", link: null },
      createdBy: "staff@example.com",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await publishClaims(db, [aPage("/", "<p>We have 5 offices.</p>")]);
  return {
    claim: await claimWith(db, "5 offices"),
    event: event.id,
    lead: await storeAssessment({ name: "Thomas Avery" }),
    message: message.id,
    place: placeKey,
    signup: signupId,
    incident: await storeIncident(db),
    webhook: await storeWebhook(db),
  };
}

const texts = { questions: "Which questions?", topics: "Which topics?" };
const password = "correct horse battery staple";
const id = randomUUID();
const credential = { id: "AAAA", rawId: "AAAA", type: "public-key", clientDataJSON: "AAAA" };
const webhook = {
  name: "A webhook",
  url: "https://hooks.example.com/leads",
  events: "person.created",
  includesContact: "on",
};
const access = { who: person.email, from: "2026-01-01", to: "2026-12-31" };
const evidence = (claim: number) => ({
  claim: `${claim}.0`,
  decision: "bound",
  evidenceUrl: "https://files.example.com/evidence",
  evidenceNote: "A document",
  asOf: "2025-01-01",
  expiresOn: "2099-01-01",
});
const complaint = { kind: "complaint", discoveredOn: "2026-01-01", description: "A complaint" };
const waiver = { decision: "waived", reason: "Not a fact" };
const hidden = { formToken: "a token", website: "", consentWording: "1", consentByEmail: "yes" };

/** Valid or typical fields of every form and JSON body, by the path in the tables of `expected-answers.ts`. */
export function listSampleForms({
  claim,
  event: eventId,
  incident,
  lead,
  message,
  place,
  signup,
  webhook: webhookId,
}: SampleRows): Record<string, SampleForm[]> {
  const own = (path: string): [string, SampleForm[]] => [path, at(path, {})];
  return {
    ...Object.fromEntries(
      [
        "assessments",
        "audit",
        "claims",
        "event-places",
        "people",
        "people-hubspot",
        "people-wealthbox",
        "signups",
        "source-funnel",
        "source-report",
        "source-weeks",
        "tracking",
        "visitors",
      ].map((name) => own(`/api/exports/${name}.csv`)),
    ),
    ...Object.fromEntries(
      [
        "/api/record/packages/x",
        "/confirm/x",
        "/functions/v1/bookings",
        "/functions/v1/letters/unsubscribe/x",
        "/pre-loi-assessment/result/x",
      ].map(own),
    ),
    "/admin/people": at(
      "/admin/people",
      { email: person.email },
      { change: "people", all: "yes", owner: "none", status: "contacted", nextStep: "Call", nextStepOn: "" },
    ),
    "/admin/people/find": at("/admin/people/find", { search: person.email }),
    "/admin/people/x": at(
      `/admin/people/${lead}`,
      { change: "withdraw", channel: "email" },
      { deliverable: person.email },
      {
        revision: `${id}.1`,
        outcome: "reached",
        note: "A note",
        status: "new",
        owner: "",
        company: "A company",
        nextStep: "Call again",
        nextStepOn: "",
      },
    ),
    "/admin/people/new": at("/admin/people/new", { ...person, company: "A company", source: "A", owner: "" }),
    "/admin/people/x/contact": at(`/admin/people/${lead}/contact`, { ...person, version: `${id}.1` }),
    "/admin/people/x/erase": at(`/admin/people/${lead}/erase`, {
      email: "another@example.com",
      keepsEmails: "on",
    }),
    "/admin/people/x/merge": at(
      `/admin/people/${lead}/merge?with=${id}`,
      { kept: `${id}.1`, removed: `${id}.1` },
      { undo: "1" },
      { other: "another@example.com" },
    ),
    "/api/people/x/export": at(`/api/people/${lead}/export`, {}),
    ...listEventForms({ event: eventId, signup, message }),
    "/admin/sources/spend": at("/admin/sources/spend", {
      kind: "campaign",
      name: "A campaign",
      month: "2026-11",
      amount: "1,200",
      revision: "0",
    }),
    "/admin/sources/names": at("/admin/sources/names?kind=campaign&name=A+campaign", {
      newName: "Another name",
      spelling: "a-campaign",
    }),
    "/admin/people/bookings": at(
      "/admin/people/bookings",
      { change: "assign", uid: "a-booking", email: person.email },
      { change: "dismiss", uid: "a-booking" },
    ),
    "/admin/records": at(
      "/admin/records",
      {
        intent: "filing",
        document: "form-crs",
        versionOn: "2026-01-01",
        inaccurateOn: "2026-01-01",
        filedOn: "2026-01-01",
        postedOn: "2026-01-01",
        deliveredOn: "2026-01-01",
        note: "A note",
      },
      { intent: "hold", holdReason: "An inquiry" },
      { intent: "release", hold: "1", releaseReason: "It has ended" },
      {
        intent: "promoter",
        kind: "promoter",
        name: "A promoter",
        agreedOn: "2026-01-01",
        compensation: "None",
        disclosedOn: "2026-01-01",
        evidenceUrl: "https://files.example.com/agreement",
        promoterNote: "A note",
      },
    ),
    "/admin/today": at("/admin/today", { seen: "1" }),
    "/admin/incidents": at("/admin/incidents", complaint),
    "/admin/incidents/x": at(
      `/admin/incidents/${incident}`,
      { intent: "note", revision: "0", state: "open", note: "A note" },
      { intent: "find", ...access },
    ),
    "/api/incidents/x/people": at(`/api/incidents/${incident}/people`, access),
    "/admin/integrations/new": at("/admin/integrations/new", { id, ...webhook }),
    "/admin/integrations/x": at(
      `/admin/integrations/${webhookId}`,
      { change: "save", revision: "1", ...webhook },
      ...["rotate", "pause", "resume", "test", "remove"].map((change) => ({ change, revision: "1" })),
    ),
    "/admin/integrations/wealthbox": at(
      "/admin/integrations/wealthbox",
      { change: "save", revision: "0", accessToken: "a-token", statuses: "new", source: "Web", tag: "A tag" },
      { change: "preview", email: person.email, count: "1" },
      ...["pause", "resume", "check", "send", "remove"].map((change) => ({ change })),
    ),
    "/admin/claims/decide": at("/admin/claims/decide", { claim: `${claim}.0`, ...waiver }),
    "/admin/claims/x": at(`/admin/claims/${claim}`, evidence(claim), { claim: `${claim}.0`, ...waiver }),
    ...Object.fromEntries(
      ["/admin/content/x", "/admin/content/home"].map((path) => [
        path,
        at(
          "/admin/content/home",
          { do: "start" },
          { do: "save", id, revision: "1", seen: "{}", "content.closing.note": "A note", reason: "A reason" },
          { do: "schedule", id, revision: "1", date: "2099-01-01", time: "09:30", decisionReason: "A note" },
          { do: "reject", id, revision: "1", decisionReason: "A reason" },
        ),
      ]),
    ),
    ...Object.fromEntries(
      ["/admin/content/releases/x", "/admin/content/releases/1"].map((path) => [
        path,
        at("/admin/content/releases/1", { do: "restore", reason: "A reason" }),
      ]),
    ),
    "/admin/content/articles/new": at("/admin/content/articles/new", { title: "A title", slug: "a-title" }),
    "/admin/content/pictures": at("/admin/content/pictures", { alt: "A picture" }),
    "/api/content/x/preview": at("/api/content/home/preview?page=%2F", { "content.closing.note": "A note" }),
    "/admin/integrations/deliveries": at("/admin/integrations/deliveries", {}),
    "/admin/integrations/deliveries/x": at(`/admin/integrations/deliveries/${id}`, {}),
    "/admin/letters": at("/admin/letters", { state: "kept" }),
    "/admin/letters/x": at(`/admin/letters/${id}`, {}),
    "/admin/audit": at("/admin/audit", { email: person.email }),
    "/admin/quarantine/x": at(`/admin/quarantine/${id}`, { change: "release" }, { change: "remove" }),
    "/admin/team": at(
      "/admin/team",
      ...["approve", "change"].map((change) => ({ change, of: id, role: "examiner", ends: "2099-01-01" })),
      ...["decline", "reset-second-factor", "end-sessions", "remove", "send-again", "withdraw"].map(
        (change) => ({ change, of: id }),
      ),
      { change: "invite", email: person.email, role: "examiner", ends: "2099-01-01" },
      { change: "second-factor-rules", shown: "", "require-staff": "on" },
      { change: "lead-access", of: id, "may-view-leads": "on" },
      { change: "lead-rotation", "took-leads": "", "takes-leads": id },
    ),
    "/admin/account": at(
      "/admin/account",
      { intent: "rename", name: "A name" },
      { intent: "choose-scheme", scheme: "dark" },
      { intent: "choose-start-page", startPage: "today" },
      { intent: "choose-digests", digest: "morning-list" },
      { intent: "change-password", currentPassword: password, newPassword: password },
      { intent: "begin-authenticator" },
      { intent: "confirm-authenticator", code: "123456" },
      { intent: "remove-authenticator" },
      { intent: "renew-recovery-codes" },
      { intent: "rename-passkey", passkey: id, passkeyName: "Phone" },
      { intent: "remove-passkey", passkey: id },
      { intent: "end-session", session: id },
      { intent: "end-other-sessions" },
    ),
    "/api/auth/passkey/verify-authentication": at("/api/auth/passkey/verify-authentication", {
      ...credential,
      authenticatorData: "AAAA",
      signature: "AAAA",
    }),
    "/api/auth/passkey/verify-registration": at("/api/auth/passkey/verify-registration", {
      ...credential,
      attestationObject: "AAAA",
      name: "Phone",
    }),
    "/auth": at(
      "/auth",
      { intent: "sign-in", email: person.email, password },
      { intent: "sign-up", email: person.email, password },
      { intent: "send-again", email: person.email },
      { intent: "quick-access" },
    ),
    "/auth/prove": at("/auth/prove", { password }, { code: "123456" }, { code: "abcd-efgh-jkmn" }),
    "/auth/new-password": at("/auth/new-password", { currentPassword: password, newPassword: password }),
    "/auth/second-factor": at(
      "/auth/second-factor",
      { intent: "begin-authenticator" },
      { intent: "confirm-authenticator", code: "123456" },
    ),
    "/auth/confirm/x": at("/auth/confirm/x", { password }),
    "/auth/invitation/x": at("/auth/invitation/x", { name: person.name, password }),
    "/auth/reset": at("/auth/reset", { email: person.email }),
    "/auth/reset/x": at("/auth/reset/x", { password }),
    "/auth/set-up/x": at("/auth/set-up/x", { name: person.name, email: person.email, password }),
    "/auth/sign-out": at("/auth/sign-out", {}),
    "/auth/single-sign-on": at("/auth/single-sign-on", { intent: "sign-in" }),
    "/functions/v1/linkedin-live-signup": at(
      "/functions/v1/linkedin-live-signup",
      { ...person, ...texts, ...hidden },
      { ...person, ...texts, ...hidden, eventId },
    ),
    "/functions/v1/pre-loi-assessment": at("/functions/v1/pre-loi-assessment", {
      ...person,
      ...answersScoring(1),
      ...hidden,
    }),
    "/functions/v1/visitors": at("/functions/v1/visitors", {
      id,
      url: "http://localhost:3000/?utm_source=a",
      referrer: "https://example.com/",
      source: "Direct",
    }),
    "/functions/v1/tracking-events": at("/functions/v1/tracking-events", {
      visit: id,
      id,
      event_type: "call_to_action",
      url: "http://localhost:3000/",
      timestamp: "2026-11-22T18:00:00Z",
      target: "Book",
    }),
    "/letters/preferences/x": at("/letters/preferences/x", {
      intent: "save",
      wanted: "reminders",
      consent: "email",
      consentShown: "email",
    }),
    "/linkedin-live-signup": at("/linkedin-live-signup", { ...person, ...texts, ...hidden }),
    "/linkedin-live-signup/event/x": at(`/linkedin-live-signup/event/${eventId}`, {
      ...person,
      ...texts,
      ...hidden,
      eventId,
    }),
    "/linkedin-live-signup/place/x": at(`/linkedin-live-signup/place/${place}`, {
      intent: "save",
      ...person,
      ...texts,
    }),
    "/pre-loi-assessment": at("/pre-loi-assessment", { ...person, ...answersScoring(1), ...hidden }),
  };
}
