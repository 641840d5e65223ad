import { schemeTexts } from "./account.messages.ts";
import { type Scheme, schemes } from "#app/staff/shell/color-scheme.ts";
import { ActionForm } from "./action-form.tsx";
import { Section, type Shown } from "./section.tsx";

/** In which colours this browser shows the staff area. */
export function SchemeSection({ scheme, answer, done }: Omit<Shown, "account"> & { scheme: Scheme }) {
  return (
    <Section part="scheme" title="Colors" answer={answer} done={done}>
      <p className="soft">{schemeTexts.scope}</p>
      <ActionForm intent="choose-scheme" label="Save colors">
        <div className="field">
          <label htmlFor="chosen-scheme">Colors</label>
          <select id="chosen-scheme" name="scheme" defaultValue={scheme} key={scheme}>
            {schemes.map((each) => (
              <option value={each} key={each}>
                {schemeTexts.names[each]}
              </option>
            ))}
          </select>
        </div>
      </ActionForm>
    </Section>
  );
}
