import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";
import type { Question } from "#app/leads/submission/submission-fields.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { AbuseKeys } from "./abuse-keys.server.ts";
import type { Evidence } from "./evidence.ts";
import type { FormToken } from "./form-token.server.ts";
import type { AskedQuestion } from "./question.server.ts";
import { type AttemptRecord, recordAttempt } from "./record-attempt.server.ts";

/** A form that was sent and could be read. */
export type Sent = {
  form: LeadForm;
  email: string;
  /** Digest of its fields. */
  fingerprint: string;
  evidence: Evidence;
  clientAddress: string;
};

/** Why somebody is asked. */
export type Doubt = Exclude<QuarantineReason, "honeypot">;

export type Verdict =
  /** To be taken. */
  | ({ kind: "pass" } & Known)
  /** A program, beyond doubt: it is to believe that it was taken. */
  | { kind: "decoy"; pageVersion: string | null }
  /** Taken once the question is answered. */
  | ({ kind: "ask"; reason: Doubt; question: Question } & Known)
  /** Turned away. */
  | { kind: "too-many" };

type Known = {
  /** Digest of the page on which the form stood; null where no token of ours says it. */
  pageVersion: string | null;
  /** Fingerprints under which earlier tries of this sender are held: they go with this one. */
  superseded: readonly string[];
};

/**
 * Tells people from programs: the one check of form, JSON endpoint and retry. Counts every call, whatever comes of it. Reads the
 * clock of the server alone, and costs one statement that waits for no disk.
 */
export async function checkSubmission(
  deps: { db: Kysely<Database>; clock: Clock; abuse: AbuseKeys },
  sent: Sent,
): Promise<Verdict> {
  const { form, evidence, fingerprint } = sent;
  const now = deps.clock.now();
  const token = deps.abuse.readFormToken(form, evidence.formToken, now);
  const asked = deps.abuse.readAnswer({ form, ...evidence }, now);
  const record = await recordAttempt(deps, sent, { token, asked, now });

  if (record.isOver("refusedByAddress")) return { kind: "too-many" };
  const pageVersion = token?.pageVersion ?? null;
  if (evidence.website !== "") return { kind: "decoy", pageVersion };
  const known = { pageVersion, superseded: record.held };
  const doubt = findDoubt(evidence, { token, asked }, record);
  if (doubt === null) return { kind: "pass", ...known };
  const question = {
    ...deps.abuse.askQuestion({ form, fingerprint, unlike: asked?.word }, now),
    isAgain: evidence.question !== null,
  };
  // What is held of this very content stays: it is held once.
  const superseded = known.superseded.filter((held) => held !== fingerprint);
  return { kind: "ask", reason: doubt, question, pageVersion, superseded };
}

function findDoubt(
  evidence: Evidence,
  { token, asked }: { token: FormToken | undefined; asked: AskedQuestion | undefined },
  record: AttemptRecord,
): Doubt | null {
  if (asked?.isRight === true && record.isOurs(asked)) return null;
  const doubt = token === undefined ? doubtWithoutToken(evidence) : doubtOfToken(token, record);
  if (doubt !== null) return doubt;
  const limits = ["askedByAddress", "askedByAddressDaily", "askedByEmail"] as const;
  if (limits.some((limit) => record.isOver(limit))) return "many";
  // Whoever was asked has to answer, even where the doubt has gone by itself.
  return evidence.question === null ? null : "token";
}

/** A call of the JSON endpoint needs none; what is none of ours is worse than none. */
function doubtWithoutToken({ formToken, isFormPost }: Evidence): Doubt | null {
  return formToken !== null || isFormPost ? "token" : null;
}

function doubtOfToken(token: FormToken, record: AttemptRecord): Doubt | null {
  return token.doubt ?? (record.isOurs(token) ? null : "replay");
}
