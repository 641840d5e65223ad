import type { Kysely } from "kysely";
import type * as z from "zod/mini";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailBlock, EmailContent } from "#app/email/definition/email-content.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import {
  createEventFacts,
  formatStart,
  formatTitleAndDate,
  quoteTitle,
  toParagraphs,
} from "#app/events/emails/event-facts.ts";
import { sampleEvent, sampleSeat, sampleWaiting } from "#app/events/emails/sample-signup.ts";
import {
  attendeeLink,
  createWaitingFacts,
  joinButton,
  statusLink,
} from "#app/events/emails/seat-email.server.ts";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import { countSeatsLeft, type LiveEvent } from "#app/events/schedule/live-event.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type EventMessage, findMessageOfEmail } from "./find-messages.server.ts";
import { loadMessageSubject, type MessageSubject } from "./load-message-subject.server.ts";
import { getMessageKind, messageSchemas, type MessageTemplateKey } from "./message-templates.ts";

type Deps = { db: Kysely<Database>; clock: Clock; siteUrl: string };

type MessageInput<Fields> = MessageSubject & { fields: Fields; now: Date };

/** Defines the emails of a template. They are about a row of `event_message_recipients`. */
function defineMessageEmail<Key extends MessageTemplateKey, Schema extends z.ZodMiniType>(definition: {
  template: Key;
  schema: Schema;
  render(input: MessageInput<z.output<Schema>>, site: { siteUrl: string }): EmailContent;
  sample: MessageSubject & { fields: z.output<Schema> };
}) {
  const { template, schema, render, sample } = definition;
  const load = async (deps: Deps, message: EventMessage, signupId: string) => {
    const subject = await loadMessageSubject(deps, message, signupId);
    return subject && { ...subject, fields: schema.parse(message.fields), now: deps.clock.now() };
  };
  return {
    ...defineEmail({
      kind: getMessageKind(template),
      async load(deps: Deps, recipientId) {
        const found = await findMessageOfEmail(deps.db, recipientId);
        return found && load(deps, found.message, found.signupId);
      },
      render,
      samples: [{ input: { ...sample, now: new Date(0) } }],
    }),
    /** Renders a message for the person of a sign-up, before it is sent. */
    async preview(deps: Deps, message: EventMessage, signupId: string): Promise<EmailContent | undefined> {
      const input = await load(deps, message, signupId);
      return input && render(input, deps);
    },
  };
}

/** A change or a practical detail for people with a seat. */
const notice = defineMessageEmail({
  template: "notice",
  schema: messageSchemas.notice,
  render: ({ signup, event, fields: { paragraph, link } }, { siteUrl }) => {
    const text = [
      ...toParagraphs(paragraph),
      ...(link === null ? [] : [createLink("More information: ", link)]),
    ];
    return event.state === "cancelled"
      ? renderNoticeAfterCancellation({ signup, event, text }, siteUrl)
      : renderNotice({ signup, event, text }, siteUrl);
  },
  sample: {
    ...createSampleSubject(),
    fields: {
      paragraph: "We’ll start ten minutes later than planned. Your join link stays the same.",
      link: null,
    },
  },
});

type NoticeInput = Pick<MessageSubject, "signup" | "event"> & { text: readonly EmailBlock[] };

function renderNotice({ signup, event, text }: NoticeInput, siteUrl: string): EmailContent {
  return {
    subject: `About ${formatTitleAndDate(event)}`,
    preview: "Please read this before the event.",
    heading: "A note about your event",
    blocks: [
      `You have a seat at the live event ${quoteTitle(event)}.`,
      ...text,
      createEventFacts(event),
      joinButton(event),
      attendeeLink(signup, siteUrl, {
        before: "Can’t make it? ",
        label: "Release your seat",
        after: " to the next person waiting, before the event starts.",
      }),
    ],
  };
}

function renderNoticeAfterCancellation({ signup, event, text }: NoticeInput, siteUrl: string): EmailContent {
  return {
    subject: `About ${formatTitleAndDate(event)}`,
    preview: "An update about the event that we canceled.",
    heading: "A note about the canceled event",
    blocks: [
      `You had a seat at the live event ${quoteTitle(event)} on ${formatDay(event)}, which we canceled.`,
      ...text,
      statusLink(signup, siteUrl),
    ],
  };
}

/** An update for people on the waiting list, who may still get a seat. */
const waitingNews = defineMessageEmail({
  template: "waiting-news",
  schema: messageSchemas["waiting-news"],
  render: ({ signup, event, fields: { paragraph } }, { siteUrl }) => ({
    subject: `Waiting list: ${formatTitleAndDate(event)}`,
    preview: "An update on your position on the waiting list.",
    heading: "Waiting-list update",
    blocks: [
      `You’re on the waiting list for the live event ${quoteTitle(event)}.`,
      ...toParagraphs(paragraph),
      createWaitingFacts(signup, event),
      attendeeLink(signup, siteUrl, {
        before: "Plans changed? ",
        label: "Leave the waiting list",
        after: ".",
      }),
    ],
  }),
  sample: {
    ...createSampleSubject(),
    signup: sampleWaiting,
    fields: { paragraph: "We added ten seats this week, so the list is moving." },
  },
});

/** The recording, for people who attended or had a seat. */
const replay = defineMessageEmail({
  template: "replay",
  schema: messageSchemas.replay,
  render: ({ signup, event, fields: { replayUrl, slidesUrl, paragraph } }, { siteUrl }) => ({
    subject: `Replay: ${quoteTitle(event)}`,
    preview: "The recording of the live event is ready.",
    heading: "The replay is ready",
    blocks: [
      `Thank you for signing up for the live event ${quoteTitle(event)} on ${formatDay(event)}. You can watch the recording now.`,
      watchButton(replayUrl),
      ...(slidesUrl === null ? [] : [createLink("The slides: ", slidesUrl)]),
      ...toParagraphs(paragraph),
      statusLink(signup, siteUrl),
    ],
  }),
  sample: {
    ...createSampleSubject(),
    fields: {
      replayUrl: "https://live.example.com/replay",
      slidesUrl: "https://live.example.com/slides.pdf",
      paragraph: "We answer the open questions in the last ten minutes.",
    },
  },
});

/** The recording, for people who had a seat and did not attend. */
const missed = defineMessageEmail({
  template: "missed",
  schema: messageSchemas.missed,
  render: ({ signup, event, fields: { replayUrl, paragraph } }, { siteUrl }) => ({
    subject: `The replay of ${quoteTitle(event)}`,
    preview: "Sorry we missed you. The recording is ready.",
    heading: "Sorry we missed you",
    blocks: [
      `You had a seat at the live event ${quoteTitle(event)} on ${formatDay(event)}. If you couldn’t make it, you can watch the recording now.`,
      watchButton(replayUrl),
      ...toParagraphs(paragraph),
      statusLink(signup, siteUrl),
    ],
  }),
  sample: {
    ...createSampleSubject(),
    fields: { replayUrl: "https://live.example.com/replay", paragraph: null },
  },
});

/** An invitation to the next event. */
const invitation = defineMessageEmail({
  template: "invitation",
  schema: messageSchemas.invitation,
  render: ({ signup, signedUpFor, event, fields: { paragraph }, now }, { siteUrl }) => ({
    subject: `Invitation: ${formatTitleAndDate(event)}`,
    preview: `${formatStart(event)}.`,
    heading: "You’re invited to our next event",
    blocks: [
      `You signed up for the live event ${quoteTitle(signedUpFor)}. We’d like to invite you to the next one, ${quoteTitle(event)}.`,
      ...toParagraphs(paragraph),
      createEventFacts(event),
      {
        button: {
          label: countSeatsLeft(event, now) > 0 ? "Reserve a seat" : "Join the waiting list",
          url: siteUrl + eventPagePath(event.id),
        },
      },
      "We haven’t reserved a seat for you yet. Use the button to sign up.",
      statusLink(signup, siteUrl),
    ],
  }),
  sample: {
    ...createSampleSubject(),
    fields: { paragraph: "This time, two owners explain how they prepared to sell their companies." },
  },
});

/** The emails of each template. */
export const messageEmails = {
  notice,
  "waiting-news": waitingNews,
  replay,
  missed,
  invitation,
} as const satisfies Record<MessageTemplateKey, unknown>;

function createSampleSubject(): MessageSubject {
  return { signup: sampleSeat, signedUpFor: sampleEvent, event: sampleEvent };
}

/** The address is the label, so that readers see where the link leads. */
function createLink(before: string, url: string): EmailBlock {
  return { link: { before, label: url, url, after: "" } };
}

function watchButton(url: string): EmailBlock {
  return { button: { label: "Watch the replay", url } };
}

function formatDay({ timeZone, startsAt }: LiveEvent): string {
  return shortDayIn(timeZone, startsAt);
}
