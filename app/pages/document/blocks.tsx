import type { ReactNode } from "react";
import type { Block } from "#content/document-schema.ts";
import { Fold } from "#app/ui/fold/fold.tsx";
import { DataTable } from "./data-table.tsx";
import { InlineText } from "./inline-text.tsx";
import "./blocks.css";

/** The drawings of the site, by the name that texts use for them. */
export type Drawings = Partial<Record<Extract<Block, { drawing: string }>["drawing"], ReactNode>>;

/** Renders the blocks below a heading. */
export function Blocks({ blocks, drawings = {} }: { blocks: readonly Block[]; drawings?: Drawings }) {
  // A text never changes while it is shown.
  return blocks.map((block, index) => <OneBlock key={index} block={block} drawings={drawings} />);
}

function OneBlock({ block, drawings }: { block: Block; drawings: Drawings }) {
  if (typeof block === "string") {
    return (
      <p>
        <InlineText text={block} />
      </p>
    );
  }
  if ("list" in block) return <ul className="points">{block.list.map(point)}</ul>;
  if ("numbered" in block) return <ol className="points numbered">{block.numbered.map(point)}</ol>;
  if ("terms" in block) return <Terms terms={block.terms} />;
  if ("table" in block) return <DataTable table={block.table} />;
  if ("callout" in block) {
    return (
      <p className="callout">
        {block.callout.split("\n").map((line) => (
          <span className="line" key={line}>
            <InlineText text={`${line} `} />
          </span>
        ))}
      </p>
    );
  }
  if ("lines" in block) return <BlankLines words={block.lines} />;
  return <LargeBlock block={block} drawings={drawings} />;
}

type LargeBlockKeys = { cards: unknown } | { steps: unknown } | { options: unknown } | { fold: unknown };

function LargeBlock({
  block,
  drawings,
}: {
  block: Extract<Block, LargeBlockKeys | { drawing: string }>;
  drawings: Drawings;
}) {
  if ("cards" in block) return <ul className="cards">{block.cards.map(titled)}</ul>;
  if ("steps" in block) {
    return block.isNumbered === false ? (
      <ol className="cards">{block.steps.map(titled)}</ol>
    ) : (
      <Steps steps={block.steps} />
    );
  }
  if ("options" in block) return <Options options={block.options} />;
  if ("fold" in block) return <FoldedBlocks fold={block.fold} drawings={drawings} />;
  return drawings[block.drawing];
}

function point(text: string): ReactNode {
  return (
    <li key={text}>
      <InlineText text={text} />
    </li>
  );
}

function titled({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <li key={title}>
      <h3>{title}</h3>
      <p>
        <InlineText text={text} />
      </p>
    </li>
  );
}

type TermsBlock = Extract<Block, { terms: unknown }>["terms"];

function Terms({ terms }: { terms: TermsBlock }) {
  return (
    <dl className="terms">
      {terms.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <InlineText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type StepsBlock = Extract<Block, { steps: unknown }>["steps"];

function Steps({ steps }: { steps: StepsBlock }) {
  return (
    <ol className="steps">
      {steps.map(({ title, when, text }) => (
        <li key={title}>
          <div>
            <h3>{title}</h3>
            {when === undefined ? null : <p className="small soft">{when}</p>}
          </div>
          <p>
            <InlineText text={text} />
          </p>
        </li>
      ))}
    </ol>
  );
}

type OptionsBlock = Extract<Block, { options: unknown }>["options"];

function Options({ options }: { options: OptionsBlock }) {
  return (
    <ul className="options">
      {options.map(({ title, text, benefits, considerations }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>
            <InlineText text={text} />
          </p>
          <div>
            <h4>Benefits</h4>
            <ul className="points">{benefits.map(point)}</ul>
          </div>
          <div>
            <h4>Considerations</h4>
            <ul className="points">{considerations.map(point)}</ul>
          </div>
        </li>
      ))}
    </ul>
  );
}

type FoldBlock = Extract<Block, { fold: unknown }>["fold"];

/** Blocks that are closed at first. The summary is also the caption of a table with the same one. */
function FoldedBlocks({ fold: { summary, blocks }, drawings }: { fold: FoldBlock; drawings: Drawings }) {
  return (
    <Fold summary={summary}>
      {blocks.map((block, index) =>
        typeof block === "object" && "table" in block ? (
          <DataTable key={index} table={block.table} hideCaption={block.table.caption === summary} />
        ) : (
          <OneBlock key={index} block={block} drawings={drawings} />
        ),
      )}
    </Fold>
  );
}

/** Blank lines for a form that is filled in on paper. */
function BlankLines({ words }: { words: readonly string[] }) {
  return (
    <dl className="blank-lines">
      {words.map((word) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>
            <span className="unseen">left blank to be filled in by hand</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
