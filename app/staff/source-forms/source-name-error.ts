import { hasInvisibleCharacters } from "#app/intake/form/contact.schema.ts";
import { noSource } from "#app/people/sources/source-report.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { nameErrors } from "./source-forms.messages.ts";

/** What is wrong with the name of a source, if anything. @param missing the error of an empty name */
export function findNameError(name: string, missing: string): string | undefined {
  if (name === "") return missing;
  if (/[\n\t]/.test(name) || hasInvisibleCharacters(name)) return nameErrors.invisible;
  if (/[<>]/.test(name)) return nameErrors.markup;
  if (name === noSource) return nameErrors.none;
  return name.length > maximumLength.name ? nameErrors.tooLong : undefined;
}
