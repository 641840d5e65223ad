import { resultPath } from "#app/assessments/questions/result-path.ts";
import { attendeePath } from "#app/events/attendee-page/attendee-path.ts";
import { confirmPath } from "#app/intake/mailbox-confirmation/confirm-path.ts";
import { preferencesPath } from "#app/people/preferences/preferences-path.ts";

/** Masks the keys of private URLs in an email, because they authorize their holder to act as the person. */
export function withoutKeys(text: string): string {
  return [attendeePath(""), resultPath(""), preferencesPath(""), confirmPath("")].reduce(
    (left, path) => left.replaceAll(new RegExp(`${path}[\\w-]+(?:\\.[\\w-]+)*`, "g"), `${path}…`),
    text,
  );
}
