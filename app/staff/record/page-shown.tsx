import { FactList } from "#app/ui/fact-list.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { recordTexts } from "./record.messages.ts";
import type { ShownVersion } from "./record-view.server.ts";
import { ReplayFrame } from "./replay-frame.tsx";

/** A page as published, with who published it and its place in the chain. */
export function PageShown({ shown }: { shown: ShownVersion }) {
  const { number, title, url, moment, isIntact, documents, facts } = shown;
  return (
    <section aria-labelledby="published">
      <header>
        <h2 id="published">{recordTexts.published}</h2>
        <div className="acts">
          <OutsideLink className="btn" href={shown.replayPath}>
            {recordTexts.full}
          </OutsideLink>
          <OutsideLink className="btn" href={shown.sourcePath}>
            {recordTexts.source}
          </OutsideLink>
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
                      <OutsideLink href={path} key={path}>
                        {name}
                      </OutsideLink>
                    )),
                  ] as const,
                ]),
          ]}
        />
      </div>
    </section>
  );
}
