import type { ReactNode } from "react";
import type { Section } from "#content/document-schema.ts";
import { Blocks, type Drawings } from "./blocks.tsx";
import { InlineText } from "./inline-text.tsx";
import "./bedrock.css";

/** The sections of a page: a heading across the full width, a note in the margin, and the text beside it. */
export function Sections({
  sections,
  drawings = {},
  end,
}: {
  sections: readonly Section[];
  drawings?: Drawings;
  /** The last element of each section. */
  end?: ReactNode;
}) {
  return sections.map((section) =>
    section.background === undefined ? (
      <section className="wrap" id={section.id} key={section.id}>
        <SectionRow section={section} drawings={drawings} end={end} />
      </section>
    ) : (
      <section className="bedrock" id={section.id} key={section.id}>
        <div className="wrap">
          <SectionRow section={section} drawings={drawings} end={end} />
        </div>
      </section>
    ),
  );
}

type SectionProps = { section: Section; drawings: Drawings; end: ReactNode };

function SectionRow({ section, drawings, end }: SectionProps) {
  const { heading, note, illustration } = section;
  return (
    <div className={note === undefined ? "row" : "row noted"}>
      <h2>
        <span>{heading}</span>
      </h2>
      {note === undefined ? null : (
        <div className="note">
          {illustration === true ? <p className="illustration-label">Hypothetical illustration</p> : null}
          <p>
            <InlineText text={note} />
          </p>
        </div>
      )}
      <div className="text">
        <SectionText section={section} drawings={drawings} />
        {end}
      </div>
    </div>
  );
}

function SectionText({
  section: { blocks, sections = [], isCardGrid },
  drawings,
}: Omit<SectionProps, "end">) {
  const Part = isCardGrid === true ? "li" : "div";
  const parts = sections.map((each) => (
    <Part className="part" id={each.id} key={each.id}>
      <h3>{each.heading}</h3>
      <Blocks blocks={each.blocks} drawings={drawings} />
    </Part>
  ));
  return (
    <>
      <Blocks blocks={blocks} drawings={drawings} />
      {isCardGrid === true ? <ul className="part-cards">{parts}</ul> : parts}
    </>
  );
}
