import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { SignupState } from "#app/data/schema/linkedin-live-signups.ts";
import type { ConsentState, PersonStatus } from "#app/data/schema/people.ts";
import { undeliverableSince } from "#app/email/bounces/undeliverable-addresses.server.ts";
import { rowsPerPage } from "#app/platform/page-of-rows.ts";
import { firmDay, overdueBefore } from "./queue-days.ts";
import type { QueueGroup } from "./queue-groups.ts";

/** A person in the queue. */
export type QueuedPerson = {
  id: string;
  group: QueueGroup;
  /** The latest form, whose id is part of the URL of the person’s page. Without a form, that of the record that staff added. */
  formId: string;
  form: LeadForm | "staff";
  formAt: Date;
  name: string;
  company: string | null;
  status: PersonStatus;
  score: number | null;
  level: string | null;
  ownerId: string | null;
  nextStep: string | null;
  nextStepOn: string | null;
  /** The number that staff may call, if the person has consented to calls. */
  phone: string | null;
  callConsent: ConsentState;
  /** The names under which staff see the first channel and campaign; null if the browser opted out, or without a campaign. */
  channel: string | null;
  campaign: string | null;
  /** The event of the latest sign-up. */
  eventAt: Date | null;
  eventState: SignupState | null;
  attended: boolean | null;
  /** Null if email to the address of the latest form can be delivered. */
  undeliverableSince: Date | null;
};

export type Queue = Readonly<Record<QueueGroup, { total: number; people: QueuedPerson[] }>>;

/** The number of people of each group, if all groups are on one page. */
const maxQueuedPeople = 10;

/**
 * A condition on `people`, and the first column of the index `people_to_follow_up`: a form came with a form token, or staff have worked with the
 * record. A script can send any number of forms with the highest score but without a token, so people for whom this is false come last.
 */
export const isTrusted = sql<boolean>`(
  has_form_token or status <> 'new' or next_step is not null or revision > 1
)`;

/**
 * The people to follow up: the most ready first, then those whose next step is due first, then the newest; after them, in the same order,
 * those whose forms came without a form token. Clients and people who are not a fit are in it only with a due date, or if they have sent a
 * form since the last change. Automated senders are left out, unless staff have worked with the record.
 * @param ownerId limits the queue to the people of a colleague and those without an owner
 * @param group only this group, with more people
 * @param page of that group, from 1
 */
export async function loadQueue(
  db: Kysely<Database>,
  {
    now,
    ownerId,
    group: only,
    page = 1,
  }: { now: Date; ownerId?: string | undefined; group?: QueueGroup | undefined; page?: number },
): Promise<Queue> {
  const most = only === undefined ? maxQueuedPeople : rowsPerPage;
  const { rows } = await sql<QueuedPerson & { total: number }>`
    -- Read again for each group, because the index has the order of the groups. Materialized, everyone would be sorted.
    with grouped as not materialized (
      ${selectGroupedPeople(now, ownerId)}
    ), total as (
      select "group", count(*)::int as total from grouped
      where "group" = coalesce(${only}::text, "group") group by "group"
    ), first as (
      select picked.*, total.total from total cross join lateral (
        select * from grouped where grouped."group" = total."group"
        order by is_trusted desc, score desc nulls last, next_step_on, latest_form_at desc, id
        limit ${most} offset ${(page - 1) * most}
      ) as picked
    )
    select person.id, first."group", first.total, person.latest_form_id as form_id, person.latest_form as form, person.latest_form_at as form_at,
      person.name, company, status, person.score, score_level as level, owner_id, next_step, person.next_step_on,
      case when call_consent = 'yes' then phone end as phone, call_consent,
      channel.name as channel, campaign.name as campaign, signup.starts_at as event_at, signup.state as event_state,
      signup.attended, ${undeliverableSince(sql`person.email`)} as undeliverable_since
    from first join people as person on person.id = first.id
      left join source_names as channel on channel.kind = 'channel' and channel.spelling = first_channel
      left join source_names as campaign on campaign.kind = 'campaign' and campaign.spelling = first_campaign
      left join lateral (
        select event.starts_at, form.state, form.attended
        from person_addresses as address
          join linkedin_live_signups as form on form.email = address.email
          join events as event on event.id = form.event_id
        where address.person_id = person.id
        -- A repeat is not a seat of its own.
        order by form.state = 'repeat', form.created_at desc limit 1
      ) as signup on true
    order by first.is_trusted desc, first.score desc nulls last, first.next_step_on, first.latest_form_at desc, first.id`.execute(
    db,
  );
  const toGroup = (group: QueueGroup): Queue[QueueGroup] => {
    const found = rows.filter((row) => row.group === group);
    return { total: found[0]?.total ?? 0, people: found };
  };
  return {
    overdue: toGroup("overdue"),
    today: toGroup("today"),
    new: toGroup("new"),
    waiting: toGroup("waiting"),
  };
}

/** The number of people in each group. @param ownerId see `loadQueue` */
export async function countQueue(
  db: Kysely<Database>,
  { now, ownerId }: { now: Date; ownerId?: string | undefined },
): Promise<Record<QueueGroup, number>> {
  const { rows } = await sql<{ group: QueueGroup; total: number }>`
    select "group", count(*)::int as total from (${selectGroupedPeople(now, ownerId)}) as grouped group by "group"`.execute(
    db,
  );
  const count = (group: QueueGroup): number => rows.find((row) => row.group === group)?.total ?? 0;
  return { overdue: count("overdue"), today: count("today"), new: count("new"), waiting: count("waiting") };
}

/** A condition on `people`: staff had finished with the person, who has sent another form since. */
const hasReturned = sql`(status in ('client', 'not-a-fit') and latest_form_at > updated_at)`;

/**
 * A condition on `people`: the person has sent a form, to which an answer can be overdue. The index lacks the column, so the row is read, but
 * only of records that staff have changed, like every record that they have added.
 */
const hasForm = sql`(revision = 1 or (select latest_form from people as own where own.id = people.id) <> 'staff')`;

function selectGroupedPeople(now: Date, ownerId: string | undefined) {
  const today = firmDay(now);
  const mine = ownerId === undefined ? sql`` : sql`and (owner_id is null or owner_id = ${ownerId})`;
  return sql`
    select id, score, next_step_on, latest_form_at, ${isTrusted} as is_trusted,
      case
        when next_step_on < ${today}::date then 'overdue'
        when next_step_on is null and contacted_at is null and latest_form_at < ${overdueBefore(now)} and ${hasForm} then 'overdue'
        when next_step_on = ${today}::date then 'today'
        when next_step is null or (owner_id is null and status = 'new') or ${hasReturned} then 'new'
        else 'waiting'
      end as "group"
    from people
    where (status in ('new', 'contacted', 'booked') or next_step_on is not null or latest_form_at > updated_at)
      and (traffic_class is distinct from 'machine' or revision > 1) ${mine}`;
}
