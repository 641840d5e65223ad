import { type Kysely, sql } from "kysely";
import {
  type Access,
  type AccessedLists,
  type AccessedPerson,
  countAccessedLists,
  listAccessedPeople,
} from "#app/audit/list-accessed-people.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";

/** A person whose record was viewed or exported, or who can have been in a list that was. */
export type AffectedPerson = {
  name: string;
  email: string;
  basis: "record" | "list";
  isExported: boolean;
  firstAt: Date;
  lastAt: Date;
};

export type AffectedPeople = {
  people: readonly AffectedPerson[];
  /** Digests of people whose records have been erased since, so that no name is left. After a view or export of a list, all of them count. */
  erased: readonly string[];
  lists: AccessedLists;
};

/**
 * Computes from the audit log whom someone's access affects. The log names people by a keyed digest of their address, so the digests of all
 * stored addresses are compared. A view or export of a list can concern everyone who was stored by then.
 */
export async function findAffectedPeople(
  { db, persons }: { db: Kysely<Database>; persons: PersonKeys },
  access: Access,
): Promise<AffectedPeople> {
  const [accessed, lists, stored, staff] = await Promise.all([
    listAccessedPeople(db, access),
    countAccessedLists(db, access),
    listStoredPeople(db),
    db.selectFrom("staffUsers").select("email").execute(),
  ]);
  const unknown = new Map(accessed.map((entry) => [entry.subject, entry]));
  const takeEntries = (email: string): AccessedPerson[] => {
    const found = persons.subjectsOf(email).flatMap((key) => unknown.get(key) ?? []);
    for (const { subject } of found) unknown.delete(subject);
    return found;
  };
  const people = stored.flatMap((person) => describeAccess(person, takeEntries(person.email), lists) ?? []);
  // Emails to colleagues have a digest too.
  for (const { email } of staff) takeEntries(email);
  const erased = new Set([...unknown.keys(), ...lists.erasedSince]);
  return { people, erased: [...erased].toSorted(), lists };
}

type StoredPerson = { name: string; email: string; since: Date };

/** A person whose record was opened can also be on a list that was opened or exported. */
function describeAccess(
  person: StoredPerson,
  entries: readonly AccessedPerson[],
  lists: AccessedLists,
): AffectedPerson | undefined {
  const [record, list] = [describeRecord(person, entries), describeList(person, lists)];
  if (record === undefined || list === undefined) return record ?? list;
  return {
    ...record,
    isExported: record.isExported || list.isExported,
    firstAt: record.firstAt < list.firstAt ? record.firstAt : list.firstAt,
    lastAt: record.lastAt > list.lastAt ? record.lastAt : list.lastAt,
  };
}

function describeRecord(
  { name, email }: StoredPerson,
  entries: readonly AccessedPerson[],
): AffectedPerson | undefined {
  if (entries.length === 0) return undefined;
  const times = (field: "firstAt" | "lastAt") => entries.map((entry) => entry[field].getTime());
  return {
    name,
    email,
    basis: "record",
    isExported: entries.some(({ isExported }) => isExported),
    firstAt: new Date(Math.min(...times("firstAt"))),
    lastAt: new Date(Math.max(...times("lastAt"))),
  };
}

function describeList(
  { name, email, since }: StoredPerson,
  { exported, firstAt, lastAt }: AccessedLists,
): AffectedPerson | undefined {
  if (firstAt === null || lastAt === null || since > lastAt) return undefined;
  return { name, email, basis: "list", isExported: exported > 0, firstAt, lastAt };
}

/** Each address of forms, bookings and records, with its latest name and the time since which it can have been stored. */
async function listStoredPeople(db: Kysely<Database>): Promise<StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`
    select email, coalesce((array_agg(name order by at desc) filter (where name <> ''))[1], '') as name, min(at) as since
    from (
      select lower(email) as email, name, created_at as at from pre_loi_assessments
      union all select lower(email), name, created_at from linkedin_live_signups
      union all select attendee_email, '', received_at from bookings where attendee_email is not null
      union all select lower(input ->> 'email'), input ->> 'name', received_at
        from quarantined_submissions where input ->> 'email' is not null
      union all select address.email, people.name, coalesce(people.added_at, people.created_at)
        from person_addresses as address join people on people.id = address.person_id
    ) as stored
    group by email order by email`.execute(db);
  return rows;
}
