import { describe, expect, test } from "vitest";
import {
  describeTags,
  type MappedPerson,
  mergeTags,
  splitForWealthbox,
  toContactChanges,
  toNewContact,
} from "./contact-mapping.ts";
import type { WealthboxContact } from "./wealthbox-client.server.ts";
import { usualSettings } from "./wealthbox-settings.ts";

const person: MappedPerson = {
  id: "0b0b",
  name: "Ada King Lovelace",
  email: "ada@example.org",
  phone: "555 0100",
  company: "Vintage Tools",
  status: "new",
  scoreLevel: "Ready",
  attended: true,
  campaign: "Spring, 2026",
  callConsent: "yes",
  emailConsent: "yes",
};
const none = { tags: [], assignedTo: undefined };

describe("tags", () => {
  test("name status, readiness, attendance and campaign, without commas", () => {
    expect(describeTags(person)).toEqual([
      "Lead: New",
      "Readiness: Ready",
      "Attended event",
      "Campaign: Spring  2026",
    ]);
  });

  test.each(["no", "not-asked", "opted-out"] as const)(
    "forbid calls and emails with consent “%s”",
    (state) => {
      const tags = describeTags({ ...person, callConsent: state, emailConsent: state });
      expect(tags.slice(-2)).toEqual(["Do not call", "Do not email"]);
    },
  );

  test("of the firm stay, and those of the website are replaced", () => {
    const existing = ["VIP", "Do not email", "Lead: Booked", "Website", "Do not call"];
    const { tags, own } = mergeTags({ ...person, callConsent: "no" }, usualSettings, {
      existing,
      own: ["Website", "Do not call"],
    });
    expect(tags.slice(0, 4)).toEqual(["VIP", "Do not email", "Website", "Do not call"]);
    expect(tags).not.toContain("Lead: Booked");
    expect(own).not.toContain("Do not email");
    expect(own).toEqual(expect.arrayContaining(["Website", "Do not call", "Lead: New"]));
  });

  test("that the website has added are removed when they no longer hold", () => {
    const { tags } = mergeTags(person, usualSettings, { existing: ["Do not call"], own: ["Do not call"] });
    expect(tags).not.toContain("Do not call");
  });

  test("that someone removed there return while they hold", () => {
    const { tags } = mergeTags({ ...person, callConsent: "no" }, usualSettings, {
      existing: [],
      own: ["Do not call"],
    });
    expect(tags).toContain("Do not call");
  });
});

test.each([
  ["Ada King Lovelace", "Ada", "King Lovelace"],
  ["Ada", "Ada", "Unknown"],
])("the name %s has a first and a last name", (name, firstName, lastName) => {
  expect(splitForWealthbox(name)).toEqual({ firstName, lastName });
});

test("a new contact contains no empty fields", () => {
  const settings = { ...usualSettings, prospectType: "", tag: "" };
  const contact = toNewContact({ ...person, phone: null, company: null }, settings, undefined);
  expect(Object.keys(contact)).toEqual([
    "type",
    "first_name",
    "last_name",
    "external_unique_id",
    "email_addresses",
    "tags",
  ]);
});

describe("an existing contact", () => {
  const contact: WealthboxContact = {
    id: 7,
    company_name: "Lovelace Ltd.",
    contact_type: "Vendor",
    contact_source: "Referral",
    assigned_to: 3,
    external_unique_id: "other",
    phone_numbers: [{ address: "1" }],
    tags: [],
  };
  const settings = { ...usualSettings, source: "Website" };

  test("keeps what the firm has entered", () => {
    expect(toContactChanges(person, settings, contact, { tags: [], assignedTo: 900 })).toEqual({});
  });

  test("gets what it lacks", () => {
    expect(toContactChanges(person, settings, { id: 7 }, { tags: ["Website"], assignedTo: 900 })).toEqual({
      company_name: "Vintage Tools",
      contact_type: "Prospect",
      contact_source: "Website",
      assigned_to: 900,
      external_unique_id: "0b0b",
      phone_numbers: [{ address: "555 0100", principal: true }],
      tags: ["Website"],
    });
  });

  test.each([
    ["Prospect", { contact_type: "Client" }],
    ["Client", {}],
    ["Vendor", {}],
  ])("of a client with the type %s becomes a client at most", (type, change) => {
    const client = { ...person, status: "client" as const };
    expect(toContactChanges(client, settings, { ...contact, contact_type: type }, none)).toEqual(change);
  });
});
