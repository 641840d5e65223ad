import { createHmac, type KeyObject } from "node:crypto";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { PurposeKeys } from "#app/platform/key-ring.server.ts";
import type { Question } from "#app/leads/submission/submission-fields.ts";
import { questionWords } from "./question-words.ts";
import { tokenSigner } from "./signed-token.server.ts";

/** How long a question can be answered. */
export const questionMinutes = 60;

/** A question that we asked, and what was made of it. */
export type AskedQuestion = {
  id: string;
  word: string;
  /** Digest of what was sent when it was asked; by it that is found again. */
  fingerprint: string;
  /** The word was typed, in time. Whether it was typed for anything else before, the table of spent tokens knows. */
  isRight: boolean;
};

export type Questions = {
  /** @param unlike a word that it must not be: the last one */
  askQuestion(
    about: { form: LeadForm; fingerprint: string; unlike?: string | undefined },
    now: Date,
  ): Omit<Question, "isAgain">;
  /** @returns undefined where there is no question of ours for this form */
  readAnswer(
    given: { form: LeadForm; question: string | null; answer: string | null },
    now: Date,
  ): AskedQuestion | undefined;
};

/** @param keys for this alone */
export function questions(keys: { tokens: PurposeKeys; words: KeyObject }): Questions {
  const signer = tokenSigner(keys.tokens);
  return {
    askQuestion({ form, fingerprint, unlike }, now) {
      for (;;) {
        const { token, id } = signer.issue(form, fingerprint, now);
        const word = wordOf(keys.words, id);
        if (word !== unlike) return { token, word };
      }
    },
    readAnswer({ form, question, answer }, now) {
      const read = question === null ? undefined : signer.read(form, question);
      if (read === undefined) return undefined;
      const word = wordOf(keys.words, read.id);
      const ageMs = now.getTime() - read.issuedAt.getTime();
      const isInTime = ageMs >= 0 && ageMs <= questionMinutes * 60_000;
      return {
        id: read.id,
        word,
        fingerprint: read.text,
        isRight: isInTime && answer !== null && lettersOf(answer) === word,
      };
    },
  };
}

/** It follows from the question, so that nothing has to be kept of it. */
function wordOf(key: KeyObject, id: string): string {
  const number = createHmac("sha256", key).update(id).digest().readUInt32BE();
  return questionWords[number % questionWords.length] ?? questionWords[0];
}

/** Case, spaces, quotation marks and a full stop are no mistakes. */
function lettersOf(answer: string): string {
  return answer
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
