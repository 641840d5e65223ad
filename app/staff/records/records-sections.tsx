import { Form, Link } from "react-router";
import { documentNames, promoterKindNames } from "#app/compliance/records/records.messages.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { ChoiceField } from "#app/ui/fields/choice-field.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import type { RefusedForm } from "./apply-records-form.server.ts";
import { recordsTexts } from "./records.messages.ts";
import type { RecordsIntent } from "./records.schema.ts";
import type { RecordsView } from "./records-view.server.ts";
import { SimpleTable } from "./simple-table.tsx";

type FormProps = {
  canManage: boolean;
  refused: RefusedForm | undefined;
  today: string;
};

/** What was typed into a form, and its errors. */
function createFieldProps(refused: RefusedForm | undefined, intent: RecordsIntent) {
  const { values = {}, errors = {} } = refused?.intent === intent ? refused : {};
  return (name: string) => ({ name, defaultValue: values[name] ?? "", error: errors[name] });
}

function Submit({ intent, label }: { intent: RecordsIntent; label: string }) {
  return (
    <div className="acts">
      <button type="submit" name="intent" value={intent} className="btn">
        {label}
      </button>
    </div>
  );
}

export function TasksSection({ tasks }: Pick<RecordsView, "tasks">) {
  return (
    <section aria-labelledby="tasks">
      <h2 id="tasks">{recordsTexts.tasks}</h2>
      {tasks.length === 0 ? <p className="soft">{recordsTexts.noTasks}</p> : null}
      <ul>
        {tasks.map(({ label, due, isLate, rule, path }) => (
          <li key={label}>
            <Link to={path}>{label}</Link>
            {due === "" ? null : (
              <>
                {": "}
                <span className={isLate ? "bad" : undefined}>{recordsTexts.due(due, isLate)}</span>
              </>
            )}
            {rule === null ? null : <span className="soft small">{` (${rule})`}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function FilingsSection({
  filings,
  canManage,
  refused,
  today,
}: FormProps & Pick<RecordsView, "filings">) {
  return (
    <section aria-labelledby="documents" className="data-list">
      <h2 id="documents">{recordsTexts.documents}</h2>
      {filings.length === 0 ? (
        <p className="soft">{recordsTexts.noDocuments}</p>
      ) : (
        <SimpleTable
          labelledBy="documents"
          columns={Object.values(recordsTexts.columns)}
          rows={filings.map(({ id, document, version, inaccurate, filed, posted, delivered, entries }) => ({
            id,
            cells: [
              document,
              version,
              inaccurate,
              filed,
              posted,
              delivered,
              <Entries of={entries} key="entries" />,
            ],
          }))}
        />
      )}
      {canManage ? <FilingForm refused={refused} today={today} /> : null}
    </section>
  );
}

const withdrawalBoxes = [
  "withdrawsInaccuracy",
  "withdrawsFiling",
  "withdrawsPosting",
  "withdrawsDelivery",
] as const;

/** What was entered about a version, by whom and when. */
function Entries({ of: entries }: { of: RecordsView["filings"][number]["entries"] }) {
  return (
    <ul>
      {entries.map(({ id, dates, note, entered }) => (
        <li key={id}>
          {dates === "" ? null : <p>{dates}</p>}
          {note === "" ? null : <p className="text">{note}</p>}
          <p className="soft small">{entered}</p>
        </li>
      ))}
    </ul>
  );
}

function FilingForm({ refused, today }: Omit<FormProps, "canManage">) {
  const props = createFieldProps(refused, "filing");
  const day = { type: "date", max: today };
  return (
    <details open={refused?.intent === "filing"}>
      <summary className="btn">{recordsTexts.addFiling}</summary>
      <p className="soft small">{recordsTexts.addFilingAbout}</p>
      <Form method="post" className="sheet" data-draft="filing">
        <ChoiceField
          label={recordsTexts.document}
          choices={documentNames}
          missing={recordsTexts.chooseDocument}
          required
          {...props("document")}
        />
        <Field
          label={recordsTexts.versionOn}
          hint={recordsTexts.versionHint}
          type="date"
          required
          {...props("versionOn")}
        />
        <Field
          label={recordsTexts.inaccurateOn}
          hint={recordsTexts.inaccurateHint}
          {...day}
          {...props("inaccurateOn")}
        />
        <div className="pair">
          <Field label={recordsTexts.filedOn} {...day} {...props("filedOn")} />
          <Field label={recordsTexts.postedOn} {...day} {...props("postedOn")} />
          <Field label={recordsTexts.deliveredOn} {...day} {...props("deliveredOn")} />
        </div>
        <fieldset>
          <legend>{recordsTexts.withdraw}</legend>
          {withdrawalBoxes.map((name) => (
            <label className="box" key={name}>
              <input
                type="checkbox"
                name={name}
                value="yes"
                defaultChecked={props(name).defaultValue === "yes"}
              />
              {recordsTexts[name]}
            </label>
          ))}
        </fieldset>
        <TextAreaField
          label={recordsTexts.note}
          rows={2}
          maxLength={maximumLength.freeText}
          {...props("note")}
        />
        <Submit intent="filing" label={recordsTexts.saveFiling} />
      </Form>
    </details>
  );
}

export function HoldsSection({ holds, canManage, refused }: FormProps & Pick<RecordsView, "holds">) {
  return (
    <section aria-labelledby="holds">
      <h2 id="holds">{recordsTexts.holds}</h2>
      <p className="soft text">{recordsTexts.holdAbout}</p>
      {holds.length === 0 ? <p className="soft">{recordsTexts.noHolds}</p> : null}
      <ul>
        {holds.map((hold) => (
          <li key={hold.id}>
            <p className="text">
              <span className={hold.released === undefined ? "tag low" : "tag high"}>
                {hold.released === undefined ? recordsTexts.isInEffect : recordsTexts.isReleased}
              </span>{" "}
              {hold.reason}
            </p>
            <p className="soft small">{hold.placed}</p>
            {hold.released === undefined ? null : (
              <p className="soft small">{`${recordsTexts.isReleased}: ${hold.released.reason} ${hold.released.by}`}</p>
            )}
            {canManage && hold.released === undefined ? <ReleaseForm id={hold.id} refused={refused} /> : null}
          </li>
        ))}
      </ul>
      {canManage ? (
        <Form method="post" className="sheet" aria-label={recordsTexts.placeHold} data-draft="hold">
          <TextAreaField
            label={recordsTexts.reason}
            rows={2}
            maxLength={maximumLength.freeText}
            required
            {...createFieldProps(refused, "hold")("holdReason")}
          />
          <Submit intent="hold" label={recordsTexts.placeHold} />
        </Form>
      ) : null}
    </section>
  );
}

function ReleaseForm({ id, refused }: { id: number } & Pick<FormProps, "refused">) {
  const props = createFieldProps(
    refused?.hold === String(id) ? refused : undefined,
    "release",
  )("releaseReason");
  return (
    <Form method="post" className="sheet" data-draft={`release ${id}`}>
      <input type="hidden" name="hold" value={id} />
      <Field
        label={recordsTexts.releaseReason(id)}
        id={`release-${id}`}
        maxLength={maximumLength.freeText}
        autoComplete="off"
        required
        {...props}
      />
      <Submit intent="release" label={recordsTexts.releaseHold} />
    </Form>
  );
}

export function PromotersSection({
  promoters,
  canManage,
  refused,
  today,
}: FormProps & Pick<RecordsView, "promoters">) {
  return (
    <section aria-labelledby="promoters" className="data-list">
      <h2 id="promoters">{recordsTexts.promoters}</h2>
      <p className="soft text">{recordsTexts.promotersAbout}</p>
      {promoters.length === 0 ? (
        <p className="soft">{recordsTexts.noPromoters}</p>
      ) : (
        <SimpleTable
          labelledBy="promoters"
          columns={Object.values(recordsTexts.promoterColumns)}
          rows={promoters.map(({ id, evidenceUrl, ...promoter }) => ({
            id,
            cells: [
              promoter.name,
              promoter.kind,
              promoter.agreed,
              promoter.compensation,
              promoter.disclosed,
              evidenceUrl === null ? (
                ""
              ) : (
                <OutsideLink href={evidenceUrl} key="evidence">
                  {URL.parse(evidenceUrl)?.host ?? evidenceUrl}
                </OutsideLink>
              ),
              promoter.note,
              promoter.entered,
            ],
          }))}
        />
      )}
      {canManage ? <PromoterForm refused={refused} today={today} /> : null}
    </section>
  );
}

function PromoterForm({ refused, today }: Omit<FormProps, "canManage">) {
  const props = createFieldProps(refused, "promoter");
  const day = { type: "date", max: today };
  return (
    <details open={refused?.intent === "promoter"}>
      <summary className="btn">{recordsTexts.addPromoter}</summary>
      <Form method="post" className="sheet" data-draft="promoter">
        <ChoiceField
          label={recordsTexts.kind}
          choices={promoterKindNames}
          missing={recordsTexts.chooseKind}
          required
          {...props("kind")}
        />
        <Field
          label={recordsTexts.name}
          maxLength={maximumLength.name}
          autoComplete="off"
          required
          {...props("name")}
        />
        <Field
          label={recordsTexts.compensation}
          hint={recordsTexts.compensationHint}
          maxLength={maximumLength.name}
          autoComplete="off"
          required
          {...props("compensation")}
        />
        <div className="pair">
          <Field label={recordsTexts.agreedOn} {...day} {...props("agreedOn")} />
          <Field label={recordsTexts.disclosedOn} {...day} {...props("disclosedOn")} />
        </div>
        <Field
          label={recordsTexts.evidenceUrl}
          inputMode="url"
          maxLength={maximumLength.url}
          autoComplete="off"
          spellCheck={false}
          {...props("evidenceUrl")}
        />
        <TextAreaField
          label={recordsTexts.note}
          rows={2}
          maxLength={maximumLength.freeText}
          {...props("promoterNote")}
        />
        <Submit intent="promoter" label={recordsTexts.savePromoter} />
      </Form>
    </details>
  );
}
