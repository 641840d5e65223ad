import { redirect } from "react-router";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { type Channel, channels } from "#app/people/profile/consent-channels.messages.ts";
import { emailTopics } from "#app/email/outbox/suppressions.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { readForm } from "#app/platform/http/form.ts";
import type { Route } from "./+types/email-preferences.route";
import { preferenceIntents } from "./email-preferences.messages.ts";
import { EmailPreferences } from "./email-preferences.tsx";
import { preferenceFields } from "./preference-fields.ts";
import { findPreferences, type PreferenceChange, savePreferences } from "./preferences.server.ts";
import { preferencesPath, savedParameter } from "./preferences-path.ts";

export const handle = { scripts: "none", shared: false } satisfies PageHandle;

/** GET changes nothing, because mail scanners and link previews follow links. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const preferences = await findPreferences(servicesOf(context).db, params.key);
  if (preferences === undefined) throw unknownKey();
  return { ...preferences, isSaved: new URL(request.url).searchParams.has(savedParameter) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const change = readChange(await readForm(request));
  const outcome = await savePreferences(servicesOf(context), params.key, change);
  if (outcome === "unknown") throw unknownKey();
  if (outcome === "too-many") throw new AppError("too-many", "over the daily limit of consents");
  return redirect(`${preferencesPath(params.key)}?${savedParameter}`, 303);
}

/** @throws AppError without a known button, because an empty form must not opt out of everything */
function readChange(form: FormData): PreferenceChange {
  const intent = form.get("intent");
  if (intent === preferenceIntents.none) return { topics: [], consents: { email: "stop", phone: "stop" } };
  if (intent !== preferenceIntents.save) throw new AppError("invalid", "the form has no known intent");
  const marked = form.getAll(preferenceFields.topic);
  return {
    topics: emailTopics.filter((topic) => marked.includes(topic)),
    consents: Object.fromEntries(channels.map((channel) => [channel, readDecision(form, channel)])),
  };
}

function readDecision(form: FormData, channel: Channel): PreferenceChange["consents"][Channel] {
  const wasChecked = form.getAll(preferenceFields.consentShown).includes(channel);
  const isChecked = form.getAll(preferenceFields.consent).includes(channel);
  if (isChecked) return wasChecked ? "keep" : "give";
  return wasChecked ? "stop" : undefined;
}

function unknownKey(): AppError {
  return new AppError("not-found", "no email has this preferences key");
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.letterPreferences, matches),
  // The URL is secret. The referrer must not reveal it to pages that this page links to.
  { name: "referrer", content: "origin" },
];

export default function EmailPreferencesRoute({ loaderData }: Route.ComponentProps) {
  return <EmailPreferences {...loaderData} />;
}
