/**
 * The groups of people to follow up, in the order of urgency. A person is in the first that applies.
 * - `overdue`: the next step is past due, or a new person has no answer after one business day.
 * - `today`: the next step is due today.
 * - `new`: no next step, or new and without an owner; also a client or a person who is not a fit, after another form.
 * - `waiting`: everyone else with a next step. Steps of clients and of people who are not a fit need a due date.
 */
export const queueGroups = ["overdue", "today", "new", "waiting"] as const;
export type QueueGroup = (typeof queueGroups)[number];

/** The pages of a group that is displayed alone. They are limited, because a page reads all pages before it. */
export const maxQueuePages = 20;
