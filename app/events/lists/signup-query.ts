import type { ListDays } from "#app/data/lists/list-days.ts";
import type { SignupState } from "#app/data/schema/linkedin-live-signups.ts";

export type { SignupState };

export const signupStates = [
  "seat",
  "waiting",
  "cancelled",
  "next-date",
  "told",
  "repeat",
] as const satisfies readonly SignupState[];

export type SignupSort = "newest" | "oldest" | "name";

export type SignupQuery = ListDays & {
  search?: string | undefined;
  /** The id of the event. */
  event?: string | undefined;
  state?: SignupState | undefined;
  sort: SignupSort;
};
