import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailBlock } from "#app/email/definition/email-content.ts";
import {
  consentFacts,
  findPersonConsent,
  type PersonConsent,
  sampleConsent,
} from "#app/intake/consent/find-consent.server.ts";
import { pages } from "#app/pages/registry.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { findVisitsOfPerson } from "#app/people/profile/visits-of-person.server.ts";

/** What a colleague wants to know before answering a form, beyond the form itself. */
export type LeadFacts = {
  consent: PersonConsent;
  /** The number that the consent to calls covers; null without consent. */
  callNumber: string | null;
  /** Where the person came from first, as staff see it; null if the browser opted out of tracking. */
  channel: string | null;
  campaign: string | null;
  /** Paths of public pages that the person viewed, the latest first. */
  pagesRead: string[];
};

const maxPages = 5;
/** A stranger can send any number of forms with one address. */
const maxVisits = 100;

/** Loads the current facts about the person with an address. */
export async function findLeadFacts(db: Kysely<Database>, email: string): Promise<LeadFacts> {
  const { rows } = await sql<Pick<LeadFacts, "callNumber" | "channel" | "campaign">>`
    select case when call_consent = 'yes' then phone end as call_number, channel.name as channel, campaign.name as campaign
    from person_addresses as address
      join people as person on person.id = address.person_id
      left join source_names as channel on channel.kind = 'channel' and channel.spelling = first_channel
      left join source_names as campaign on campaign.kind = 'campaign' and campaign.spelling = first_campaign
    where address.email = ${email}`.execute(db);
  const { callNumber = null, channel = null, campaign = null } = rows[0] ?? {};
  return {
    consent: await findPersonConsent(db, email),
    callNumber,
    channel,
    campaign,
    pagesRead: await listPagesRead(db, email),
  };
}

/** Visits that are shared with another person are left out, because the pages may be those of the other. */
async function listPagesRead(db: Kysely<Database>, email: string): Promise<string[]> {
  const visits = await findVisitsOfPerson(db, await listAddresses(db, email), maxVisits);
  const { rows } = await sql<{ path: string }>`
    select split_part(url, '?', 1) as path
    from tracking_events
    where visit_id = any(${[...visits.joined, ...visits.identified]}::uuid[]) and event_type = 'page_view'
    group by path
    order by max(timestamp) desc, path limit ${maxPages}`.execute(db);
  return rows.map(({ path }) => path);
}

/**
 * The facts for the list of an email.
 * @param phone the number in the form that the email is about, because the consent can cover another one
 */
export function describeLead(
  { consent, callNumber, channel, campaign, pagesRead }: LeadFacts,
  phone: string | null,
): (readonly [term: string, description: string])[] {
  return [
    ...consentFacts(consent),
    ...(callNumber === null || callNumber === phone ? [] : [["Number for calls", callNumber] as const]),
    [
      "Came from",
      channel === null ? "Not recorded" : `${channel}${campaign === null ? "" : `, ${campaign}`}`,
    ],
    ["Pages read", pagesRead.length === 0 ? "None recorded" : pagesRead.join(", ")],
  ];
}

/** The button that opens a person. @param leadId the form that caused the email */
export function linkToPerson(siteUrl: string, leadId: string): EmailBlock {
  return { button: { label: "Open this person", url: linkPerson(siteUrl, leadId) } };
}

/** The URL of the form on the page of a person in which outcomes are recorded. @param leadId any form of the person */
export function linkPerson(siteUrl: string, leadId: string): string {
  return `${siteUrl}${pages.people.path}/${leadId}#follow-up`;
}

/** Invented facts for email previews. */
export const sampleLeadFacts: LeadFacts = {
  consent: sampleConsent,
  callNumber: null,
  channel: "LinkedIn",
  campaign: "Spring webinar",
  pagesRead: ["/pre-loi-assessment", "/seven-steps", "/"],
};
