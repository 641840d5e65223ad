import { createHash } from "node:crypto";
import type { RequestServices } from "#app/request-context/request-context.server.ts";

/** The settings that change what pages contain for everyone. */
type PageSettings = Pick<RequestServices, "siteUrl" | "identityPixelUrl" | "sendsEmail">;

/** The name of a build, and a digest of the settings that change its pages, so that new settings are a release like a new build. */
export function describePublisher(build = "Unknown build", settings: PageSettings): string {
  const { siteUrl, identityPixelUrl, sendsEmail } = settings;
  const digest = createHash("sha256").update(JSON.stringify({ siteUrl, identityPixelUrl, sendsEmail }));
  return `${build}, settings ${digest.digest("hex").slice(0, 8)}`;
}
