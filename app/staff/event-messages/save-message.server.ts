import { isTemplateKey, messageSchemas } from "#app/events/messages/message-templates.ts";
import { saveDraft } from "#app/events/messages/send-message.server.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { draftRefusals, messageTexts } from "./event-messages.messages.ts";
import { audienceField, type MessageDraft, readMessageValues, templateField } from "./message-values.ts";

type SavedMessage = { ok: true; id: string } | { ok: false; status: 409 | 422; draft: MessageDraft };

/** Parses the form of a message and stores it for the preview. */
export async function saveMessage(
  deps: Parameters<typeof saveDraft>[0],
  eventId: string,
  form: FormData,
): Promise<SavedMessage> {
  const values = readMessageValues(form);
  const refuse = (status: 409 | 422, errors: MessageDraft["errors"], refusal?: string): SavedMessage => ({
    ok: false,
    status,
    draft: { values, errors, ...(refusal === undefined ? {} : { refusal }) },
  });
  const template = form.get(templateField);
  if (!isTemplateKey(template)) return refuse(422, {}, draftRefusals["not-offered"]);
  const parsed = parseForm(messageSchemas[template], form);
  const { audience, repeats } = values;
  if (audience === undefined || !parsed.ok) {
    return refuse(422, {
      ...(audience === undefined ? { [audienceField]: messageTexts.audienceMissing } : {}),
      ...(parsed.ok ? {} : parsed.fieldErrors),
    });
  }
  const outcome = await saveDraft(deps, eventId, { template, audience, fields: parsed.value, repeats });
  return outcome.ok ? outcome : refuse(409, {}, draftRefusals[outcome.reason]);
}
