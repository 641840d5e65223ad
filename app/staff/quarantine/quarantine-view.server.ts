import { readQuarantinedSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import type { QuarantinedSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { questions } from "#app/assessments/questions/questions.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import {
  classReasons,
  describeState,
  formNames,
  quarantineTexts,
  reasonTexts,
} from "./quarantine.messages.ts";

type Facts = readonly (readonly [name: string, value: string])[];

/** Everything about a submission that somebody needs to judge it. */
export type QuarantineView = {
  id: string;
  name: string;
  isReleased: boolean;
  /** A row that its release made, by which its person is found; undefined where none is known. */
  leadId: string | undefined;
  state: string;
  facts: Facts;
  typed: Facts;
  sender: Facts;
};

export function heldView(held: QuarantinedSubmission, now: Date): QuarantineView {
  const { id, form, reason, receivedAt, releasedAt, input } = held;
  const exactly = (moment: Date): string => describeMoment(moment, now, practice.timeZone).exact;
  const { isReleased, state } = describeState(held);
  const { confirmationRequestedAt, seatHeldUntil } = held;
  return {
    id,
    name: textOf(input["name"]).trim() || "No name",
    isReleased,
    leadId: held.leadId ?? undefined,
    state,
    facts: [
      ["Form", formNames[form]],
      ["Why", reasonTexts[reason]],
      ["Received", exactly(receivedAt)],
      ...(confirmationRequestedAt === null
        ? []
        : [["Confirmation requested", exactly(confirmationRequestedAt)] as const]),
      ...(!isReleased && seatHeldUntil !== null && seatHeldUntil > now
        ? [["Seat held until", exactly(seatHeldUntil)] as const]
        : []),
      ...(releasedAt === null ? [] : [["Released", exactly(releasedAt)] as const]),
    ],
    typed: Object.entries(input).map(([field, value]) => [fieldName(field), answerText(field, value)]),
    sender: senderFacts(held.sender),
  };
}

function senderFacts(sender: QuarantinedSubmission["sender"]): Facts {
  const read = readQuarantinedSource(sender);
  // Another version of the program wrote it: what it says of the sender, nobody here can tell.
  if (read === undefined) return [];
  const { ipAddress, userAgent, optsOut, trafficClass, classReason } = read.sender;
  const { consent } = read;
  return [
    ["Network address", ipAddress || "Not kept"],
    ["Browser", userAgent ?? (optsOut ? "Asks not to be followed, so nothing is kept of it" : "Did not say")],
    [
      "Seems to be",
      classReason === null
        ? classNames[trafficClass]
        : `${classNames[trafficClass]}: ${reasonInWords(classReason)}`,
    ],
    [
      "Agreed to",
      consent.basis === "none-given"
        ? "Was not asked"
        : agreed([
            ["calls", consent.byPhone],
            ["articles and invitations", consent.byEmail],
          ]),
    ],
  ];
}

function reasonInWords(reason: string): string {
  return Object.hasOwn(classReasons, reason) ? (classReasons[reason] ?? reason) : reason;
}

const classNames = { person: "A person", unsure: "Unclear", machine: "A program" } as const;

function agreed(boxes: readonly (readonly [what: string, isTicked: boolean])[]): string {
  const ticked = boxes.flatMap(([what, isTicked]) => (isTicked ? [what] : []));
  return ticked.length === 0 ? "Neither calls nor articles and invitations" : ticked.join("; ");
}

function fieldName(field: string): string {
  const question = questions.find(({ id }) => id === field);
  if (question !== undefined) return question.topic;
  return Object.hasOwn(fieldNames, field) ? (fieldNames[field] ?? field) : field;
}

const fieldNames: Readonly<Record<string, string>> = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  questions: "Questions",
  topics: "Topics",
};

/** Of an answer its label; whatever else was sent as it was sent. */
function answerText(field: string, value: unknown): string {
  const options = questions.find(({ id }) => id === field)?.options;
  const chosen = options?.find((option) => option.value === value);
  return chosen?.label ?? (textOf(value) || quarantineTexts.nothingTyped);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
