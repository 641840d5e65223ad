import type { Generated } from "kysely";
import type { Json } from "./quarantined-submissions.ts";

/**
 * Table `integration_destinations`: the systems that receive events about leads. Owner: integrations. Personal data: the email address of
 * the staff member who added it. Kept until an owner deletes it.
 */
export type IntegrationDestinationsTable = {
  id: Generated<string>;
  kind: DestinationKind;
  name: string;
  /** Only of webhooks. */
  url: string | null;
  /** Names of `eventTypes`. */
  events: string[];
  /** Whether payloads contain contact details. */
  includesContact: Generated<boolean>;
  state: Generated<DestinationState>;
  /** Only of a stopped destination. */
  stopReason: StopReason | null;
  /** Encrypted: the key that signs, or the token that authorizes. */
  sealedSecret: string;
  /** The key before the latest rotation. Both sign until `previousSecretUntil`. */
  previousSealedSecret: string | null;
  previousSecretUntil: Date | null;
  /** No request is sent before this time, because the receiver asked for a pause (Retry-After). */
  notBefore: Date | null;
  /** Incremented by each change. */
  revision: Generated<number>;
  createdAt: Generated<Date>;
  createdBy: string;
  /** What an owner chose. Only of Wealthbox. */
  settings: Json | null;
};

export type DestinationKind = "webhook" | "wealthbox";

/** Events are stored in every state and sent while the destination is active. `stopped`: by the program, for `stopReason`. */
export type DestinationState = "active" | "paused" | "stopped";

/** `gone`: the receiver responded with 410. `unauthorized`: it does not accept the token. */
export type StopReason = "gone" | "unauthorized";

/**
 * Table `integration_deliveries`: each event for each destination, sent or not. It is also the queue: triggers add rows, in the transaction
 * of the change.
 * Owner: integrations. Personal data: ids of the person and of forms, and values such as the status. Kept for 90 days; an erasure deletes
 * the rows about the person, except the report of the erasure.
 */
export type IntegrationDeliveriesTable = {
  /** Also the id that the receiver gets with every attempt. */
  id: Generated<string>;
  destinationId: string;
  event: string;
  /** Null for a test and for the report of an erasure. */
  personId: string | null;
  /** Ids and values of the event. Contact details are read when it is sent. */
  data: Json;
  occurredAt: Generated<Date>;
  state: Generated<DeliveryState>;
  attempts: Generated<number>;
  nextTryAt: Generated<Date>;
  claim: string | null;
  claimedUntil: Date | null;
  /** The HTTP status of the latest attempt; null without a response. */
  responseCode: number | null;
  /** Why the latest attempt did not succeed. */
  problem: string | null;
  settledAt: Date | null;
  /** What earlier attempts have done. */
  progress: Generated<Json>;
};

/**
 * `waiting`: queued for the next attempt. `sending`: claimed by a worker. Final states: `delivered`; `failed`; `skipped`: not sent, because
 * the destination does not want this person.
 */
export type DeliveryState = "waiting" | "sending" | "delivered" | "failed" | "skipped";

/**
 * Table `wealthbox_contacts`: which contact in Wealthbox belongs to a person. Owner: integrations. Personal data: the id of the contact and
 * the next step of the person. Kept as long as the person.
 */
export type WealthboxContactsTable = {
  /** Wealthbox's id. */
  contactId: number;
  personId: string;
  /** The record before a merge. */
  recordedFor: string;
  createdAt: Generated<Date>;
  /** Tags that the website has added. */
  tags: Generated<string[]>;
  /** The open task of the next step, with its name and ISO date. */
  taskId: number | null;
  taskName: string | null;
  taskDueOn: string | null;
};
