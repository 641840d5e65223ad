import { Link } from "react-router";
import type { EmailState } from "#app/email/outbox/retry-emails.server.ts";
import type { SentMessage } from "#app/events/messages/find-messages.server.ts";
import { audienceNames, templateTexts } from "#app/events/messages/message.messages.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { DataTable } from "#app/staff/data-table/data-table.tsx";
import { messagePath } from "#app/staff/paths/event-paths.ts";
import { practice } from "#content/practice.ts";
import { eventTexts } from "./events.messages.ts";

type MessageRow = {
  id: string;
  name: string;
  audience: string;
  recipients: number;
  queued: number;
  sent: number;
  failed: number;
  notSent: number;
  at: string;
};

/** Formats the sent messages of an event, with the numbers of their emails by state. */
export function viewMessages(messages: readonly SentMessage[]): MessageRow[] {
  return messages.map(({ id, template, audience, sent, states }) => {
    const count = (...wanted: EmailState[]): number =>
      wanted.reduce((sum, state) => sum + (states[state] ?? 0), 0);
    return {
      id,
      name: templateTexts[template].name,
      audience: audienceNames[audience],
      recipients: sent.recipients,
      queued: count("waiting", "sending"),
      sent: count("sent"),
      failed: count("given-up"),
      notSent: count("suppressed", "kept"),
      at: momentIn(practice.timeZone, sent.at),
    };
  });
}

/** The sent messages of an event. Displays nothing without any. */
export function MessageLog({ eventId, messages }: { eventId: string; messages: readonly MessageRow[] }) {
  if (messages.length === 0) return null;
  const columns = [
    {
      label: "Message",
      cell: ({ id, name }: MessageRow) => <Link to={messagePath(eventId, id)}>{name}</Link>,
    },
    { label: "To", cell: ({ audience }: MessageRow) => audience },
    { label: "Recipients", cell: ({ recipients }: MessageRow) => recipients, holds: "num" },
    { label: "Queued", cell: ({ queued }: MessageRow) => queued, holds: "num" },
    { label: "Sent", cell: ({ sent }: MessageRow) => sent, holds: "num" },
    {
      label: "Failed",
      cell: ({ failed }: MessageRow) => <span className={failed > 0 ? "bad" : undefined}>{failed}</span>,
      holds: "num",
    },
    { label: "Not sent", cell: ({ notSent }: MessageRow) => notSent, holds: "num" },
    { label: "Date", cell: ({ at }: MessageRow) => at, beside: "date" },
  ] as const;
  return (
    <section className="data-list list">
      <h2 id="messages">{eventTexts.messages}</h2>
      <DataTable
        labelledBy="messages"
        list={{ rows: eventTexts.messages.toLowerCase(), columns }}
        views={messages}
      />
    </section>
  );
}
