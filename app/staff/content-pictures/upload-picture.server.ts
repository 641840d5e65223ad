import { pictureLimits } from "#app/publishing/pictures/encode-picture.server.ts";
import {
  maxAltLength,
  type PictureDeps,
  storePicture,
} from "#app/publishing/pictures/store-picture.server.ts";
import { withoutControls } from "#app/staff/content-form/form-fields.ts";
import { readText } from "#app/staff/content-review/decide.server.ts";
import { pictureTexts as texts } from "./pictures.messages.ts";

/** The description that was typed, and why the picture was refused. Browsers do not fill in a file again. */
export type UploadRefusal = { alt: string; errors: { file?: string; alt?: string } };

export type UploadOutcome =
  | { ok: true; isNew: boolean }
  | { ok: false; status: 422 | 503; refusal: UploadRefusal };

/** Stores the picture of the form. */
export async function uploadPicture(deps: PictureDeps, form: FormData): Promise<UploadOutcome> {
  const file = form.get("file");
  const alt = withoutControls(readText(form, "alt")).replaceAll(/\s+/g, " ").trim();
  const errors = describeMistakes(file, alt);
  const [mistake] = Object.values(errors);
  if (mistake !== undefined || !(file instanceof File)) {
    return { ok: false, status: 422, refusal: { alt, errors } };
  }
  const stored = await storePicture(deps, { bytes: new Uint8Array(await file.arrayBuffer()), alt });
  if (stored.ok) return { ok: true, isNew: stored.isNew };
  const refusal = { alt, errors: { file: texts.refusals[stored.reason] } };
  return { ok: false, status: stored.reason === "busy" ? 503 : 422, refusal };
}

function describeMistakes(file: FormDataEntryValue | null, alt: string): UploadRefusal["errors"] {
  const errors: UploadRefusal["errors"] = {};
  if (!(file instanceof File) || file.size === 0) errors.file = texts.noFile;
  else if (file.size > pictureLimits.maxUploadBytes) errors.file = texts.tooLarge;
  if (alt === "") errors.alt = texts.noAlt;
  if (alt.length > maxAltLength) errors.alt = texts.longAlt(maxAltLength);
  if (errors.file === undefined && errors.alt !== undefined) errors.file = texts.chooseAgain;
  return errors;
}
