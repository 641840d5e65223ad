import { liveEvent } from "#content/live-event.ts";
import type { LiveEventWords } from "#content/schema.ts";
import { benefitCards, listTopics, type LiveEvent } from "./live-event.ts";

/** A host as pages and emails display it. */
export type ShownHost = Pick<
  LiveEventWords["hosts"][number],
  "name" | "role" | "biography" | "quote" | "link" | "ties"
>;

/**
 * The hosts of the content that an event names, in the order of the content, and then its own. A key that is no longer known is left out.
 * The quotes of the content are about the standard event, so an event with its own summary has none.
 */
export function listHosts({
  hosts,
  ownHosts,
  summary,
}: Pick<LiveEvent, "hosts" | "ownHosts" | "summary">): ShownHost[] {
  const known = liveEvent.hosts.filter(({ key }) => hosts.includes(key));
  return [
    ...known.map(({ quote, ...host }) =>
      summary === null && quote !== undefined ? { ...host, quote } : host,
    ),
    ...ownHosts.map(({ name, role, biography, ties }) => ({
      name,
      role,
      biography,
      ...(ties === null ? {} : { ties }),
    })),
  ];
}

/** The benefit cards: the described topics of the event, or those of the content if the event does not describe as many as there are cards. */
export function listBenefits(
  event: Pick<LiveEvent, "topics" | "topicDescriptions">,
): readonly { title: string; text: string }[] {
  const described = listTopics(event).filter(({ description }) => description !== "");
  return described.length === benefitCards
    ? described.map(({ title, description }) => ({ title, text: description }))
    : liveEvent.page.benefits.items;
}
