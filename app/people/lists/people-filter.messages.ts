/** Choices of the filters for people without an owner, an event or a source. */
export const noneNames = {
  owner: "No owner",
  channel: "Not recorded",
  campaign: "No campaign",
  event: "No event",
} as const;
