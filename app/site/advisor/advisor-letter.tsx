import { PortraitPicture } from "#app/pages/portrait/portrait-picture.tsx";
import { practice } from "#content/practice.ts";
import type { Portrait, Practice } from "#content/schemas/practice-schema.ts";
import "./advisor-letter.css";

/** A signed text by the advisor, in the first person, and, if there is one, the portrait. */
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
    <div className="advisor-letter">
      <PortraitPicture portrait={portrait} />
      <p className="lead">{opening}</p>
      <div className="letter-text">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Signature linksToAbout={linksToAbout} />
    </div>
  );
}

function Signature({ linksToAbout }: { linksToAbout: boolean }) {
  const { adviser, advisor, postalAddress, sample } = practice;
  const since = advisor.fiduciarySince.slice(0, 4);
  return (
    <p className="signature">
      <b>{advisor.name}</b>
      <span>
        <span className="line">{`${advisor.role}. Fiduciary since ${since}.`}</span>
        <span className="line">{`Firm founded ${adviser.organized}, ${postalAddress.city}.`}</span>
        {sample ? <span className="line">Sample text: the firm and its people are invented.</span> : null}
      </span>
      <span className="screen-only">
        <a href="/form-adv-part-2b">Form ADV Part 2B</a>
        {linksToAbout ? <a href="/about">Background and public record</a> : null}
      </span>
    </p>
  );
}
