import {
  isAudience,
  type MessageAudience,
  type MessageField,
  messageFields,
} from "#app/events/messages/message-templates.ts";

/** Names of the form’s fields besides those of the template. */
export const templateField = "template";
export const audienceField = "to";
export const repeatsField = "repeats";
/** Hidden: the version of the preview that staff confirm. */
export const versionField = "version";
/** In the URL of the form: the draft to edit. */
export const draftParameter = "draft";

export const sentFields = [templateField, audienceField, repeatsField, ...messageFields] as const;

export type FieldValues = Readonly<Partial<Record<MessageField, string>>>;

/** What the form displays. */
export type MessageValues = {
  audience: MessageAudience | undefined;
  fields: FieldValues;
  repeats: boolean;
};

/** Input that was not stored, which the form displays again. */
export type MessageDraft = {
  values: MessageValues;
  errors: Readonly<Partial<Record<MessageField | typeof audienceField, string>>>;
  refusal?: string;
};

export function readMessageValues(form: FormData): MessageValues {
  const audience = form.get(audienceField);
  return {
    audience: isAudience(audience) ? audience : undefined,
    fields: pickFields((name) => form.get(name)),
    repeats: form.has(repeatsField),
  };
}

/** The fields of a stored draft. */
export function toFieldValues(stored: unknown): FieldValues {
  const values = new Map<string, unknown>(Object.entries(stored ?? {}));
  return pickFields((name) => values.get(name));
}

function pickFields(valueOf: (name: MessageField) => unknown): FieldValues {
  const found: Partial<Record<MessageField, string>> = {};
  for (const name of messageFields) {
    const value = valueOf(name);
    if (typeof value === "string") found[name] = value;
  }
  return found;
}
