import type { Section } from "#content/document-schema.ts";
import { Blocks, type Drawings } from "./blocks.tsx";
import { InlineText } from "./inline-text.tsx";

/** The sections of a page: a heading across the full width, a note in the margin, and the text beside it. */
export function Sections({ sections, drawings }: { sections: readonly Section[]; drawings?: Drawings }) {
  return sections.map((section) => (
    <section className="wrap" id={section.id} key={section.id}>
      <div className="row">
        <h2>
          <span>{section.heading}</span>
        </h2>
        {section.note === undefined ? null : (
          <p className="note">
            <InlineText text={section.note} />
          </p>
        )}
        <div className="text">
          <SectionText section={section} drawings={drawings ?? {}} />
        </div>
      </div>
    </section>
  ));
}

function SectionText({ section: { blocks, sections }, drawings }: { section: Section; drawings: Drawings }) {
  return (
    <>
      <Blocks blocks={blocks} drawings={drawings} />
      {sections?.map((each) => (
        <div className="part" id={each.id} key={each.id}>
          <h3>{each.heading}</h3>
          <Blocks blocks={each.blocks} drawings={drawings} />
        </div>
      ))}
    </>
  );
}
