import { eventLimits } from "#app/events/management/event-limits.ts";
import type { EventTopic } from "#app/events/schedule/live-event.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { errorWiring, Field, FieldError, FieldHint } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { fieldLabels, slotLabels } from "./event-form.messages.ts";
import { parseTopics, topicInput } from "./event-slots.ts";
import { type FormShown, getHint } from "./form-fields.ts";

/** Enough for most events. An event with more topics has as many slots. */
const usualTopics = 6;

/** The topics with their descriptions. Empty slots after the next one are closed. */
export function Topics({ values, errors, conflicts }: FormShown) {
  const entered = parseTopics(values.topics);
  const slots = Array.from({ length: Math.max(usualTopics, entered.length) }, (_, at) => at + 1);
  const open = slots.slice(0, Math.max(3, entered.length + 1));
  const closed = slots.slice(open.length);
  const slot = (number: number) => (
    <TopicSlot key={number} slot={number} topic={entered[number - 1]} errors={errors} />
  );
  return (
    <fieldset className="slots" {...describeGroup(errors["topics"])}>
      <legend>{fieldLabels.topics}</legend>
      <FieldHint name="topics" hint={getHint("topics", conflicts)} />
      <FieldError name="topics" message={errors["topics"]} />
      {open.map(slot)}
      {closed.length === 0 ? null : (
        <details>
          <summary>{slotLabels.moreTopics}</summary>
          {closed.map(slot)}
        </details>
      )}
    </fieldset>
  );
}

function describeGroup(error: string | undefined) {
  return error === undefined ? { "aria-describedby": "topics-hint" } : errorWiring("topics", error);
}

function TopicSlot({
  slot,
  topic: { title, description } = { title: "", description: "" },
  errors,
}: {
  slot: number;
  topic: EventTopic | undefined;
  errors: FormShown["errors"];
}) {
  const [titleName, descriptionName] = [topicInput(slot, "title"), topicInput(slot, "description")];
  return (
    <fieldset className="topic">
      <legend>{slotLabels.topic(slot)}</legend>
      <div className="pair">
        <Field
          name={titleName}
          label={slotLabels.title}
          defaultValue={title}
          maxLength={eventLimits.topic}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- this page responds to a submitted form, and the error is in this group
          autoFocus={slot === 1 && errors["topics"] !== undefined}
          {...fieldError(errors[titleName])}
        />
        <TextAreaField
          name={descriptionName}
          label={slotLabels.description}
          defaultValue={description}
          rows={2}
          maxLength={eventLimits.summary}
          {...fieldError(errors[descriptionName])}
        />
      </div>
    </fieldset>
  );
}
