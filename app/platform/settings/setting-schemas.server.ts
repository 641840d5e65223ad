import { z } from "zod";
import { isAddressOrRange, isHttpsUrl, isOrigin } from "./setting-values.server.ts";

// Schemas of settings, with the messages that the program prints after the name of a setting.

export const port = z.coerce
  .number("must be a number")
  .int("must be a whole number")
  .min(0, "must be 0 or more")
  .max(65_535, "must be 65535 or less");

export const httpOrigin = z
  .string()
  .refine(isOrigin, "must be an http:// or https:// address without a path")
  .transform((value) => new URL(value).origin);

export const httpsOrigin = z
  .string()
  .refine(
    (value) => isOrigin(value) && value.toLowerCase().startsWith("https:"),
    "must be https:// addresses without a path, separated by commas",
  )
  .transform((value) => new URL(value).origin);

export const proxyRange = z
  .string()
  .refine(isAddressOrRange, "must be IP addresses or ranges like 10.0.0.0/8, separated by commas");

export const httpsUrl = z
  .string()
  .refine(isHttpsUrl, "must be an https:// address without a user name, a password or a fragment");

export const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" });

/** Headers as the OpenTelemetry specification lists them: “name=value,other=value”, with percent-encoded values. */
export const headerList = z
  .string()
  .regex(
    /^[\w-]+=(?:[^,%]|%[2-7][\dA-Fa-f])*(?:,[\w-]+=(?:[^,%]|%[2-7][\dA-Fa-f])*)*$/,
    "must be like name=value,other=value, with percent-encoded values",
  )
  .transform((text) => text.split(",").map((entry) => /^([^=]+)=(.*)$/.exec(entry)?.slice(1) ?? []))
  .transform((entries) =>
    Object.fromEntries(entries.map(([name = "", value = ""]) => [name, decodeURIComponent(value)])),
  );

/** A choice that is off by default. */
export const yesOrNo = z
  .enum(["yes", "no"], "must be yes or no")
  .default("no")
  .transform((answer) => answer === "yes");

export const secret = z.string().min(32, "must have at least 32 characters");

/** Comma-separated values. An unset variable is an empty list. */
export function list<Value>(item: z.ZodType<Value, string>) {
  return z
    .string()
    .default("")
    .transform((values) =>
      values
        .split(",")
        .map((value) => value.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))
    .readonly();
}
