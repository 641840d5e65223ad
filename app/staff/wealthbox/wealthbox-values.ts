import {
  maxSettingLength,
  type WealthboxSettings,
  wealthboxSettingsSchema,
} from "#app/integrations/wealthbox/wealthbox-settings.ts";
import { wealthboxErrors } from "./wealthbox.messages.ts";

const textFields = ["prospectType", "clientType", "source", "tag"] as const;
const switches = ["addsNotes", "addsTasks", "assignsOwners"] as const;

export type WealthboxTextField = (typeof textFields)[number];
export type WealthboxErrors = Partial<Record<WealthboxTextField | "statuses" | "accessToken", string>>;

/** Reads the settings without validating them. Longer texts than any valid one are truncated. */
export function readWealthboxSettings(form: FormData): WealthboxSettings {
  const read = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim().slice(0, 2 * maxSettingLength) : "";
  };
  const parsed = wealthboxSettingsSchema.safeParse({
    statuses: form.getAll("statuses"),
    ...Object.fromEntries(textFields.map((field) => [field, read(field)])),
    ...Object.fromEntries(switches.map((field) => [field, form.get(field) !== null])),
  });
  // Only an invented status does not fit.
  return parsed.success ? parsed.data : { ...emptySettings };
}

const emptySettings: WealthboxSettings = {
  statuses: [],
  prospectType: "",
  clientType: "",
  source: "",
  tag: "",
  addsNotes: false,
  addsTasks: false,
  assignsOwners: false,
};

/** @returns the token as typed; undefined if the field is empty */
export function readToken(form: FormData): string | undefined {
  const value = form.get("accessToken");
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

const maxTokenLength = 500;

/** @param isTokenRequired whether there is no token yet */
export function findWealthboxErrors(
  settings: WealthboxSettings,
  token: string | undefined,
  isTokenRequired: boolean,
): WealthboxErrors {
  // The token is sent as a header.
  const isToken =
    token === undefined ? !isTokenRequired : /^[\x21-\x7E]+$/.test(token) && token.length <= maxTokenLength;
  const isText = (value: string): boolean => value.length <= maxSettingLength && !/[,\p{Cc}]/u.test(value);
  return {
    ...(isToken ? {} : { accessToken: wealthboxErrors.token }),
    ...(settings.statuses.length > 0 ? {} : { statuses: wealthboxErrors.statuses }),
    ...Object.fromEntries(
      textFields.filter((field) => !isText(settings[field])).map((field) => [field, wealthboxErrors.text]),
    ),
  };
}
