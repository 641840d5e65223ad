import { eventTypes } from "#app/integrations/destinations/event-types.ts";
import { eventHints, eventNames } from "#app/integrations/destinations/event-types.messages.ts";
import { maxNameLength, maxUrlLength } from "#app/integrations/destinations/limits.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Alert } from "#app/ui/alert.tsx";
import { errorWiring, Field, FieldError } from "#app/ui/fields/field.tsx";
import { webhookTexts } from "./integrations.messages.ts";
import type { WebhookErrors, WebhookValues } from "./webhook-values.ts";

/** The settings of a webhook. */
export function WebhookFields({ values, errors }: { values: WebhookValues; errors: WebhookErrors }) {
  const firstInvalid = Object.keys(errors)[0];
  const props = (name: "name" | "url") => ({
    name,
    defaultValue: values[name],
    ...(name === firstInvalid ? fieldError(errors[name]) : { error: errors[name] }),
  });
  return (
    <>
      <Field
        label={webhookTexts.name}
        hint={webhookTexts.nameHint}
        maxLength={maxNameLength}
        autoComplete="off"
        required
        {...props("name")}
      />
      <Field
        label={webhookTexts.url}
        hint={webhookTexts.urlHint}
        inputMode="url"
        maxLength={maxUrlLength}
        autoComplete="off"
        spellCheck={false}
        required
        {...props("url")}
      />
      <fieldset className="events" {...errorWiring("events", errors.events)}>
        <legend>{webhookTexts.events}</legend>
        {eventTypes.map((type) => (
          <div className="event" key={type}>
            <label className="box">
              <input
                type="checkbox"
                name="events"
                value={type}
                defaultChecked={values.events.includes(type)}
                aria-describedby={`about-${type}`}
              />
              <code>{type}</code>
            </label>
            <p className="soft small" id={`about-${type}`}>
              {[eventNames[type], eventHints[type]].filter((part) => part !== undefined).join(": ")}
            </p>
          </div>
        ))}
        <FieldError name="events" message={errors.events} />
      </fieldset>
      <label className="box">
        <input
          type="checkbox"
          name="includesContact"
          defaultChecked={values.includesContact}
          aria-describedby="contact-hint"
        />
        <span>{webhookTexts.contact}</span>
      </label>
      <p className="soft small" id="contact-hint">
        {webhookTexts.contactHint}
      </p>
    </>
  );
}

/** A secret that is displayed once. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <section className="new-secret" aria-labelledby="new-secret">
      <h2 id="new-secret">{webhookTexts.secret}</h2>
      <Alert text={webhookTexts.secretOnce} isGood />
      <p>
        <code>{secret}</code>
      </p>
    </section>
  );
}
