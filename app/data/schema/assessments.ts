import type { Generated, GeneratedAlways } from "kysely";

/**
 * Table `pre_loi_assessments`: one row per submitted readiness assessment.
 * Owner: assessments. Personal data: name, e-mail, telephone number, and what the person says of the company and family.
 * Kept until the person asks for erasure or the practice removes it.
 */
export type PreLoiAssessmentsTable = {
  id: Generated<string>;
  name: string;
  email: string;
  phone: string;
  q1: string;
  q2: string;
  q3: string;
  q4: string;
  q5: string;
  q6: string;
  q7: string;
  score: number;
  scoreLevel: string;
  createdAt: Generated<Date>;
  questionSetVersion: string;
  resultKey: string;
  /** Digest of the Idempotency-Key and the content. */
  submissionKey: string | null;
  formToken: string | null;
  fingerprint: string;
  /** Made by the database. */
  searchable: GeneratedAlways<string>;
};
