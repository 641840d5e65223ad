import { PortraitPicture } from "#app/pages/portrait/portrait-picture.tsx";
import { practice } from "#content/practice.ts";
import type { Portrait, Practice } from "#content/schemas/practice-schema.ts";
import "./advisor-letter.css";

const listFacts = () =>
  [
    ["Firm founded", `${practice.adviser.organized}, ${practice.postalAddress.city}`],
    [
      "Background",
      <a key="background" href="/form-adv-part-2b">
        Form ADV Part 2B
      </a>,
    ],
  ] as const;

/** A signed text by the advisor, in the first person, with the facts about the advisor beside it and, if there is one, the portrait. */
export function AdvisorLetter({
  text: { opening, paragraphs },
  linksToAbout = false,
  portrait,
}: {
  text: Practice["advisor"]["note"];
  linksToAbout?: boolean;
  portrait: Portrait | undefined;
}) {
  return (
    <div className="advisor">
      <div className="advisor-letter">
        <p className="lead">{opening}</p>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Signature linksToAbout={linksToAbout} />
      </div>
      <div className="advisor-facts screen-only">
        <PortraitPicture portrait={portrait} />
        <dl>
          {listFacts().map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

function Signature({ linksToAbout }: { linksToAbout: boolean }) {
  const { advisor, sample } = practice;
  const since = advisor.fiduciarySince.slice(0, 4);
  return (
    <p className="signature">
      <b>{advisor.name}</b>
      <span>{`${advisor.role}. Fiduciary since ${since}.`}</span>
      {sample ? <span>Sample text: the firm and its people are invented.</span> : null}
      {linksToAbout ? (
        <a className="screen-only" href="/about">
          Background, credentials and public record
        </a>
      ) : null}
    </p>
  );
}
