import { readQuarantinedSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import type { QuarantinedSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { questions } from "#app/assessments/questions/questions.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { formNames } from "#app/intake/quarantine/quarantine-names.messages.ts";
import { classReasons, describeState, quarantineTexts, reasonTexts } from "./quarantine.messages.ts";

type Facts = readonly (readonly [name: string, value: string])[];

/** The data that staff need to decide about a submission. */
export type QuarantineView = {
  id: string;
  name: string;
  isReleased: boolean;
  /** A row that its acceptance created; undefined if there is none. */
  leadId: string | undefined;
  state: string;
  facts: Facts;
  typed: Facts;
  sender: Facts;
};

/** @param findEvent finds the event that a sign-up names */
export function createQuarantineView(
  held: QuarantinedSubmission,
  now: Date,
  findEvent: (id: string) => NamedEvent | undefined,
): QuarantineView {
  const { id, form, reason, receivedAt, releasedAt, input } = held;
  const formatExact = (moment: Date): string => describeMoment(moment, now, practice.timeZone).exact;
  const { isReleased, state } = describeState(held);
  const { confirmationRequestedAt, mailboxConfirmedAt, seatHeldUntil } = held;
  return {
    id,
    name: textOf(input["name"]).trim() || "No name",
    isReleased,
    leadId: held.leadId ?? undefined,
    state,
    facts: [
      ["Form", formNames[form]],
      ["Why", reasonTexts[reason]],
      ["Received", formatExact(receivedAt)],
      ...(confirmationRequestedAt === null
        ? []
        : [["Confirmation requested", formatExact(confirmationRequestedAt)] as const]),
      ...(mailboxConfirmedAt === null
        ? []
        : [["Mailbox confirmed", formatExact(mailboxConfirmedAt)] as const]),
      ...(!isReleased && seatHeldUntil !== null && seatHeldUntil > now
        ? [["Seat held until", formatExact(seatHeldUntil)] as const]
        : []),
      ...(releasedAt === null ? [] : [["Accepted", formatExact(releasedAt)] as const]),
    ],
    typed: Object.entries(input).map(([field, value]) => [
      fieldName(field),
      field === "eventId" ? describeEvent(findEvent(textOf(value))) : answerText(field, value),
    ]),
    sender: senderFacts(held.sender),
  };
}

type NamedEvent = { title: string; startsAt: Date; timeZone: string };

function describeEvent(event: NamedEvent | undefined): string {
  if (event === undefined) return quarantineTexts.unknownEvent;
  return `${event.title}, ${momentIn(event.timeZone, event.startsAt)}`;
}

function senderFacts(sender: QuarantinedSubmission["sender"]): Facts {
  const read = readQuarantinedSource(sender);
  // Another version of the program stored the sender in a format that this one does not know.
  if (read === undefined) return [];
  const { ipAddress, userAgent, optsOut, trafficClass, classReason } = read.sender;
  const { consent } = read;
  return [
    ["Network address", ipAddress || "Not stored"],
    ["Browser", userAgent ?? (optsOut ? "Opted out of tracking, so it is not stored" : "Not reported")],
    [
      "Classified as",
      classReason === null
        ? classNames[trafficClass]
        : `${classNames[trafficClass]}: ${describeReason(classReason)}`,
    ],
    [
      "Consent",
      consent.basis === "none-given"
        ? "Not asked"
        : joinConsents([
            ["calls", consent.byPhone],
            ["articles and invitations", consent.byEmail],
          ]),
    ],
  ];
}

function describeReason(reason: string): string {
  return Object.hasOwn(classReasons, reason) ? (classReasons[reason] ?? reason) : reason;
}

const classNames = { person: "Person", unsure: "Uncertain", machine: "Bot" } as const;

function joinConsents(boxes: readonly (readonly [what: string, isChecked: boolean])[]): string {
  const checked = boxes.flatMap(([what, isChecked]) => (isChecked ? [what] : []));
  return checked.length === 0 ? "Neither calls nor articles and invitations" : checked.join("; ");
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
  eventId: "Event",
};

/** The label of an answer, or the value as it was sent. */
function answerText(field: string, value: unknown): string {
  const options = questions.find(({ id }) => id === field)?.options;
  const chosen = options?.find((option) => option.value === value);
  return chosen?.label ?? (textOf(value) || quarantineTexts.nothingTyped);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
