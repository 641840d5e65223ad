import * as z from "zod/mini";
import type { PersonStatus } from "#app/data/schema/people.ts";
import { usualContactTypes } from "./contact-type.ts";

const statuses = [
  "new",
  "contacted",
  "booked",
  "client",
  "not-a-fit",
] as const satisfies readonly PersonStatus[];

/** What an owner chooses. Stored values are parsed again, because an older version of the program may have written them. */
export const wealthboxSettingsSchema = z.object({
  /** People with one of these statuses are sent. Once sent, they are kept up to date. */
  statuses: z.array(z.enum(statuses)),
  /** Types of contact in Wealthbox, which each workspace names. Empty: not sent. */
  prospectType: z.string(),
  clientType: z.string(),
  /** The source of new contacts, one of those of the workspace. Empty: not sent. */
  source: z.string(),
  /** An additional tag of each contact. Empty: none. */
  tag: z.string(),
  addsNotes: z.boolean(),
  addsTasks: z.boolean(),
  /** Whether new contacts are assigned to the Wealthbox user with the address of the owner. */
  assignsOwners: z.boolean(),
});

export type WealthboxSettings = z.output<typeof wealthboxSettingsSchema>;

/** The settings before an owner changes them. */
export const usualSettings: WealthboxSettings = {
  statuses: ["new", "contacted", "booked", "client"],
  ...usualContactTypes,
  source: "",
  tag: "Website",
  addsNotes: true,
  addsTasks: true,
  assignsOwners: true,
};

export function readStoredSettings(stored: unknown): WealthboxSettings {
  const parsed = wealthboxSettingsSchema.safeParse(stored);
  return parsed.success ? parsed.data : usualSettings;
}

export const maxSettingLength = 60;
