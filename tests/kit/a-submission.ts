import type { Sender } from "#app/tracking/attribution/request-source.server.ts";
import { noConsent, type Submission } from "#app/intake/submission/submission.ts";

/** A person with a browser that has no visit key. */
export function aSender(overrides: Partial<Sender> = {}): Sender {
  return {
    clientAddress: "203.0.113.9",
    ipAddress: "203.0.113.9",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0",
    optsOut: false,
    visitId: null,
    browserKey: null,
    touch: null,
    trafficClass: "person",
    classReason: null,
    ...overrides,
  };
}

/** The data of a form that a person submits. */
export function aSubmission(overrides: Partial<Submission> = {}): Submission {
  return {
    at: new Date(),
    sender: aSender(),
    consent: noConsent,
    pageVersion: null,
    unconfirmed: null,
    mailboxKey: null,
    isLimited: false,
    heldSeat: null,
    ...overrides,
  };
}
