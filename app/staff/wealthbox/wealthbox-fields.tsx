import { maxSettingLength, type WealthboxSettings } from "#app/integrations/wealthbox/wealthbox-settings.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { errorWiring, Field, FieldError } from "#app/ui/fields/field.tsx";
import { statusNames, wealthboxTexts } from "./wealthbox.messages.ts";
import type { WealthboxErrors, WealthboxTextField } from "./wealthbox-values.ts";

/** What an owner chooses. The token is never displayed. */
export function WealthboxFields({
  settings,
  errors,
  hasToken,
}: {
  settings: WealthboxSettings;
  errors: WealthboxErrors;
  hasToken: boolean;
}) {
  const firstInvalid = Object.keys(errors)[0];
  const errorOf = (name: keyof WealthboxErrors) =>
    name === firstInvalid ? fieldError(errors[name]) : { error: errors[name] };
  const text = (name: WealthboxTextField) => ({
    name,
    label: wealthboxTexts[name],
    defaultValue: settings[name],
    maxLength: maxSettingLength,
    autoComplete: "off",
    ...errorOf(name),
  });
  return (
    <>
      <Field
        label={wealthboxTexts.token}
        hint={hasToken ? wealthboxTexts.tokenKept : wealthboxTexts.tokenHint}
        name="accessToken"
        type="password"
        autoComplete="off"
        required={!hasToken}
        {...errorOf("accessToken")}
      />
      <fieldset {...errorWiring("statuses", errors.statuses)}>
        <legend>{wealthboxTexts.statuses}</legend>
        {Object.entries(statusNames).map(([status, name]) => (
          <label className="box" key={status}>
            <input
              type="checkbox"
              name="statuses"
              value={status}
              defaultChecked={settings.statuses.some((each) => each === status)}
            />
            <span>{name}</span>
          </label>
        ))}
        <FieldError name="statuses" message={errors.statuses} />
      </fieldset>
      <div className="pair">
        <Field hint={wealthboxTexts.typeHint} {...text("prospectType")} />
        <Field hint={wealthboxTexts.typeHint} {...text("clientType")} />
      </div>
      <div className="pair">
        <Field hint={wealthboxTexts.sourceHint} {...text("source")} />
        <Field hint={wealthboxTexts.tagHint} {...text("tag")} />
      </div>
      {(["addsNotes", "addsTasks", "assignsOwners"] as const).map((name) => (
        <label className="box" key={name}>
          <input type="checkbox" name={name} defaultChecked={settings[name]} />
          <span>{wealthboxTexts[name]}</span>
        </label>
      ))}
    </>
  );
}
