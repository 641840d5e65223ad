import { z } from "zod";
import type { SendResult } from "#app/integrations/deliveries/send-result.ts";
import { describeReference, toDueDate } from "./compose-note.ts";
import { hasAddress, mergeTags, toContactChanges, toNewContact, listWantedTags } from "./contact-mapping.ts";
import type { PersonToSend, StoredContact } from "./load-person.server.ts";
import {
  contactSchema,
  contactsSchema,
  createdSchema,
  notesSchema,
  tasksSchema,
  usersSchema,
  type WealthboxAnswer,
  type WealthboxClient,
  type WealthboxContact,
  type WealthboxRequest,
} from "./wealthbox-client.server.ts";
import type { WealthboxSettings } from "./wealthbox-settings.ts";

/** What earlier attempts of a delivery have done. */
export const progressSchema = z.object({
  contactId: z.number().optional(),
  /** Whether this delivery was the first about the person. */
  isFirst: z.boolean().optional(),
  /** Whether another record has the same contact. */
  isShared: z.boolean().optional(),
  /** Whether an attempt has ended early, so that it may have created something without a response. */
  hasTried: z.boolean().optional(),
  /** Whether the contact was being created, so that one with the id of the person may be ours. */
  isCreating: z.boolean().optional(),
  noteId: z.number().optional(),
  reviewId: z.number().optional(),
});
export type Progress = z.output<typeof progressSchema>;

/** Stores what was done. A dry run stores nothing. */
export type SyncMemory = {
  /** Replaces a contact that no longer exists. `isFirst`: the person had none before. `isShared`: another record has the contact. */
  saveContact(contact: SavedContact): Promise<{ isFirst: boolean; isShared: boolean }>;
  saveProgress(progress: Progress): Promise<void>;
  saveTask(contactId: number, task: StoredContact["task"]): Promise<void>;
};

export type Sync = {
  client: WealthboxClient;
  memory: SyncMemory;
  settings: WealthboxSettings;
  person: PersonToSend;
  progress: Progress;
  /** The id of the delivery. */
  reference: string;
  /** Whether an earlier attempt may have created something without a response. */
  isRetry: boolean;
  /** @param isFirst whether nothing about the person was sent before @returns null for no note */
  composeNote(isFirst: boolean): Promise<string | null>;
  /** Whether staff are asked to merge the contacts of merged records. */
  reviewsMerge: boolean;
  /** Today in the firm's time zone, as an ISO date. */
  today: string;
};

/** A contact in Wealthbox with the tags that the website has added. */
type SavedContact = { contactId: number; tags: readonly string[] };

type Step<Value> = { ok: true; value: Value } | { ok: false; result: SendResult };

/**
 * Brings a person's contact in Wealthbox up to date, adds a note and keeps the task of the next step. Each step is stored, so another attempt
 * continues after it, and looks for what an attempt without a response may have created.
 */
export async function syncPerson(sync: Sync): Promise<SendResult> {
  const result = await runSteps(sync);
  if (result.kind === "delivered") return result;
  // The contact was deleted in Wealthbox in the meantime. The next attempt searches for it again.
  const isGone = result.kind === "deferred" && result.code === 404;
  await remember(sync, { hasTried: true, ...(isGone ? { contactId: undefined } : {}) });
  return result;
}

async function runSteps(sync: Sync): Promise<SendResult> {
  const contact = await ensureContact(sync);
  if (!contact.ok) return contact.result;
  const contactId = contact.value;
  const { progress, settings, person, reviewsMerge } = sync;
  const note = progress.noteId === undefined ? await sync.composeNote(progress.isFirst === true) : null;
  const steps = [
    () => (note === null ? done : addNote(sync, contactId, note)),
    () => (settings.addsTasks && progress.isShared !== true ? keepTask(sync, contactId) : done),
    () => (reviewsMerge ? reviewMerge(sync, [contactId, ...person.otherContactIds]) : done),
  ];
  for (const run of steps) {
    const step = await run();
    if (!step.ok) return step.result;
  }
  return { kind: "delivered" };
}

const done = { ok: true, value: undefined } as const;

/** @returns the id of the contact */
async function ensureContact(sync: Sync): Promise<Step<number>> {
  const { progress, memory } = sync;
  if (progress.contactId !== undefined) return { ok: true, value: progress.contactId };
  const found = await findContact(sync);
  if (!found.ok) return found;
  const saved = await (found.value === undefined ? createContact(sync) : updateContact(sync, found.value));
  if (!saved.ok) return saved;
  const { contactId } = saved.value;
  const { isFirst, isShared } = await memory.saveContact(saved.value);
  await remember(sync, { contactId, isFirst: isFirst || progress.isFirst === true, isShared });
  return { ok: true, value: contactId };
}

/** By the stored id, then by our id, then by each address. A filter that the API ignores must not find someone else. */
async function findContact(sync: Sync): Promise<Step<WealthboxContact | undefined>> {
  const { client, person } = sync;
  if (person.stored !== undefined) {
    const path = `/contacts/${person.stored.contactId}`;
    const stored = await ask(client, contactSchema, { method: "GET", path });
    // If the contact was deleted in Wealthbox, it is searched for and, if necessary, created again.
    if (!stored.ok || stored.value !== undefined) return stored;
  }
  const byId = await search(
    sync,
    { external_unique_id: person.id },
    (contact) => String(contact.external_unique_id ?? "") === person.id,
  );
  if (!byId.ok || byId.value !== undefined) return byId;
  for (const email of person.emails) {
    const byEmail = await search(
      sync,
      { email },
      (contact) => isPerson(contact) && hasAddress(contact, email),
    );
    if (!byEmail.ok || byEmail.value !== undefined) return byEmail;
  }
  return { ok: true, value: undefined };
}

function isPerson({ type }: WealthboxContact): boolean {
  return type === "Person" || type === null || type === undefined;
}

/** @returns the oldest match */
async function search(
  { client }: Sync,
  filter: Record<string, string>,
  isMatch: (contact: WealthboxContact) => boolean,
): Promise<Step<WealthboxContact | undefined>> {
  const path = `/contacts?${new URLSearchParams(filter).toString()}`;
  const found = await ask(client, contactsSchema, { method: "GET", path });
  if (!found.ok) return found;
  const matches = (found.value?.contacts ?? []).filter(isMatch).toSorted((one, other) => one.id - other.id);
  return { ok: true, value: matches[0] };
}

async function createContact(sync: Sync): Promise<Step<SavedContact>> {
  const { client, person, settings } = sync;
  const user = await findUser(sync);
  if (!user.ok) return user;
  const body = toNewContact(person, settings, user.value);
  await remember(sync, { isCreating: true });
  const created = await send(client, createdSchema, { method: "POST", path: "/contacts", body });
  return created.ok ? { ok: true, value: { contactId: created.value.id, tags: body.tags } } : created;
}

async function updateContact(sync: Sync, contact: WealthboxContact): Promise<Step<SavedContact>> {
  const { client, person, settings } = sync;
  const isAssigned = contact.assigned_to !== null && contact.assigned_to !== undefined;
  const user = isAssigned ? ({ ok: true, value: undefined } as const) : await findUser(sync);
  if (!user.ok) return user;
  const own = listOwnTags(sync, contact);
  const merged = mergeTags(person, settings, { existing: contact.tags ?? [], own });
  const body = toContactChanges(person, settings, contact, { tags: merged.tags, assignedTo: user.value });
  if (Object.keys(body).length > 0) {
    const path = `/contacts/${contact.id}`;
    const updated = await send(client, createdSchema, { method: "PUT", path, body });
    if (!updated.ok) return updated;
  }
  return { ok: true, value: { contactId: contact.id, tags: merged.own } };
}

/**
 * The tags that the website has added to a contact. If an earlier attempt created the contact and its response was lost, nothing is stored,
 * and all wanted tags are those of the website.
 */
function listOwnTags({ person, settings, progress }: Sync, contact: WealthboxContact): readonly string[] {
  if (person.stored?.contactId === contact.id) return person.stored.tags;
  const isCreatedByUs = progress.isCreating === true && contact.external_unique_id === person.id;
  return isCreatedByUs ? listWantedTags(person, settings) : [];
}

/** The Wealthbox user with the address of the owner. */
async function findUser({ client, person, settings }: Sync): Promise<Step<number | undefined>> {
  const { ownerEmail } = person;
  if (!settings.assignsOwners || ownerEmail === null) return { ok: true, value: undefined };
  const users = await ask(client, usersSchema, { method: "GET", path: "/users?per_page=100" });
  if (!users.ok) return users;
  const user = users.value?.users.find(({ email }) => email?.trim().toLowerCase() === ownerEmail);
  return { ok: true, value: user?.id };
}

async function addNote(sync: Sync, contactId: number, content: string): Promise<Step<undefined>> {
  const { client, reference, isRetry } = sync;
  if (isRetry) {
    const path = `/notes?resource_id=${contactId}&resource_type=contact&per_page=100`;
    const notes = await ask(client, notesSchema, { method: "GET", path });
    if (!notes.ok) return notes;
    const found = notes.value?.status_updates.find((note) => hasReference(note.content, reference));
    if (found !== undefined) return remember(sync, { noteId: found.id });
  }
  const body = { content, linked_to: [toLink(contactId)] };
  const added = await send(client, createdSchema, { method: "POST", path: "/notes", body });
  return added.ok ? remember(sync, { noteId: added.value.id }) : added;
}

/** Creates, changes or completes the task of the next step. A different next step gets its own task. */
async function keepTask(sync: Sync, contactId: number): Promise<Step<undefined>> {
  const { memory, person } = sync;
  const { stored, nextStep: name, nextStepOn: dueOn } = person;
  const current = stored?.contactId === contactId ? stored.task : null;
  if (current !== null && !isSameTask(current, person)) {
    const changed = await changeTask(sync, contactId, current);
    if (!changed.ok) return changed;
  }
  if (name === null || current?.name === name) return done;
  const added = await addTask(sync, [contactId], { name, dueOn });
  if (!added.ok) return added;
  await memory.saveTask(contactId, { id: added.value, name, dueOn });
  return done;
}

function isSameTask(
  { name, dueOn }: NonNullable<StoredContact["task"]>,
  { nextStep, nextStepOn }: PersonToSend,
): boolean {
  return name === nextStep && dueOn === nextStepOn;
}

/** Changes the date of the task, or completes it. A task that was deleted there stays deleted. */
async function changeTask(
  { client, memory, person }: Sync,
  contactId: number,
  current: NonNullable<StoredContact["task"]>,
): Promise<Step<undefined>> {
  const { nextStep, nextStepOn: dueOn } = person;
  const stays = current.name === nextStep;
  const path = `/tasks/${current.id}`;
  const body = stays ? describeDue(dueOn) : { complete: true };
  const changed = await ask(client, createdSchema, { method: "PUT", path, body });
  if (!changed.ok) return changed;
  await memory.saveTask(contactId, stays ? { ...current, dueOn } : null);
  return done;
}

/** Asks staff to merge the contacts of records that were merged here, because the API cannot. */
async function reviewMerge(sync: Sync, contactIds: readonly number[]): Promise<Step<undefined>> {
  if (sync.progress.reviewId !== undefined || contactIds.length === 1) return done;
  const added = await addTask(sync, contactIds, { name: reviewTexts.merged, dueOn: sync.today });
  return added.ok ? remember(sync, { reviewId: added.value }) : added;
}

export const reviewTexts = {
  merged: "Merge these contacts: the website has one record of this person now",
  erased: "Review this contact: the person was erased from the website",
} as const;

type TaskDeps = Pick<Sync, "client" | "reference" | "isRetry">;

/** @returns the id of the task */
export async function addTask(
  { client, reference, isRetry }: TaskDeps,
  contactIds: readonly number[],
  { name, dueOn }: { name: string; dueOn: string | null },
): Promise<Step<number>> {
  const [contactId] = contactIds;
  for (const completed of isRetry ? [false, true] : []) {
    const path = `/tasks?resource_id=${contactId}&resource_type=contact&completed=${completed}&per_page=100`;
    const tasks = await ask(client, tasksSchema, { method: "GET", path });
    if (!tasks.ok) return tasks;
    // One delivery can create the task of the next step and the one about a merge.
    const found = tasks.value?.tasks.find(
      (task) => task.name === name && hasReference(task.description, reference),
    );
    if (found !== undefined) return { ok: true, value: found.id };
  }
  const body = {
    name,
    ...describeDue(dueOn),
    linked_to: contactIds.map(toLink),
    description: describeReference(reference),
  };
  const added = await send(client, createdSchema, { method: "POST", path: "/tasks", body });
  return added.ok ? { ok: true, value: added.value.id } : added;
}

/** The API requires either a due date or a frame. */
function describeDue(dueOn: string | null): { due_date: string } | { frame: "future" } {
  return dueOn === null ? { frame: "future" } : { due_date: toDueDate(dueOn) };
}

function toLink(contactId: number) {
  return { id: contactId, type: "Contact" } as const;
}

function hasReference(content: string | null | undefined, reference: string): boolean {
  return content?.includes(reference) === true;
}

async function remember(sync: Sync, more: Partial<Progress>): Promise<Step<undefined>> {
  Object.assign(sync.progress, more);
  await sync.memory.saveProgress(sync.progress);
  return done;
}

/** A request whose record may not exist. */
async function ask<Schema extends z.ZodType>(
  client: WealthboxClient,
  schema: Schema,
  request: WealthboxRequest,
): Promise<Step<z.output<Schema> | undefined>> {
  const answer = await client.request(schema, request);
  return answer.kind === "not-found" ? { ok: true, value: undefined } : toStep(answer);
}

/** A request whose record must exist. */
async function send<Schema extends z.ZodType>(
  client: WealthboxClient,
  schema: Schema,
  request: WealthboxRequest,
): Promise<Step<z.output<Schema>>> {
  const answer = await client.request(schema, request);
  if (answer.kind !== "not-found") return toStep(answer);
  // The contact was deleted there a moment ago; another attempt creates it again.
  const problem = "Wealthbox no longer has this record.";
  return { ok: false, result: { kind: "deferred", problem, code: 404 } };
}

function toStep<Value>(answer: Exclude<WealthboxAnswer<Value>, { kind: "not-found" }>): Step<Value> {
  return answer.kind === "ok" ? { ok: true, value: answer.value } : { ok: false, result: answer.result };
}
