import { auditDayFields, periodFields } from "#app/staff/paths/record-path.ts";
import { FactList } from "#app/ui/fact-list.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { recordTexts } from "./record.messages.ts";
import type { ShownVersion } from "./record-view.server.ts";
import { ReplayFrame } from "./replay-frame.tsx";

/** The site as a ZIP file. The fields of the audit log are for those who may export it. */
export function Package({
  shown,
  page,
  canExportAudit,
}: {
  shown: ShownVersion;
  page: string;
  canExportAudit: boolean;
}) {
  return (
    <section aria-labelledby="package">
      <header>
        <h2 id="package">{recordTexts.packageTitle}</h2>
      </header>
      <p className="soft small">{recordTexts.packageAbout}</p>
      <form className="package" method="post" action={shown.packagePath}>
        <input type="hidden" name={auditDayFields.page} value={page} />
        <fieldset>
          <legend className="soft small">{recordTexts.packageVersions}</legend>
          <Field name={periodFields.since} type="date" label={recordTexts.firstDay} />
          <Field name={periodFields.until} type="date" label={recordTexts.lastDay} />
        </fieldset>
        {canExportAudit ? (
          <fieldset>
            <legend className="soft small">{recordTexts.packageAudit}</legend>
            <Field name={auditDayFields.since} type="date" label={recordTexts.firstDay} />
            <Field name={auditDayFields.until} type="date" label={recordTexts.lastDay} />
            <label>
              <input type="checkbox" name={auditDayFields.emails} /> {recordTexts.packageEmails}
            </label>
          </fieldset>
        ) : null}
        <button type="submit" className="btn">
          {recordTexts.package}
        </button>
      </form>
    </section>
  );
}

/** A page as published, with who published it and its place in the chain. */
export function PageShown({ shown }: { shown: ShownVersion }) {
  const { number, title, url, moment, isIntact, documents, facts } = shown;
  return (
    <section aria-labelledby="published">
      <header>
        <h2 id="published">{recordTexts.published}</h2>
        <div className="acts">
          <a className="btn" href={shown.replayPath} target="_blank" rel="noreferrer">
            {recordTexts.full}
          </a>
          <a className="btn" href={shown.sourcePath} target="_blank" rel="noreferrer">
            {recordTexts.source}
          </a>
        </div>
      </header>
      <div className="replay">
        <p className="replay-head">
          <span>{url}</span> <span>{`${moment} · ${recordTexts.version(number)}`}</span>
        </p>
        <a className="skip-link" href="#facts">
          {recordTexts.skip}
        </a>
        <ReplayFrame path={shown.replayPath} title={recordTexts.frame(title, moment)} />
      </div>
      <div id="facts" tabIndex={-1}>
        <FactList
          facts={[
            ...facts,
            [
              recordTexts.facts.check,
              <span className={isIntact ? "tag high" : "tag low"} key="check">
                {isIntact ? recordTexts.intact : recordTexts.broken}
              </span>,
            ],
            ...(documents.length === 0
              ? []
              : [
                  [
                    recordTexts.facts.documents,
                    documents.map(({ name, path }) => (
                      <a href={path} target="_blank" rel="noreferrer" key={path}>
                        {name}
                      </a>
                    )),
                  ] as const,
                ]),
          ]}
        />
      </div>
    </section>
  );
}
