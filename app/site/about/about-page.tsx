import { Sections } from "#app/pages/document/sections.tsx";
import { AdvisorLetter } from "#app/site/advisor/advisor-letter.tsx";
import { Career } from "#app/site/advisor/career.tsx";
import { RelatedPages } from "#app/site/articles/related-pages.tsx";
import { ContactBand } from "#app/site/home/closing-band.tsx";
import { KeyFigures } from "#app/site/page-hero/key-figures.tsx";
import { PageHero } from "#app/site/page-hero/page-hero.tsx";
import { about, fees } from "#content/pages/about.ts";
import { practice } from "#content/practice.ts";
import "./about-page.css";

/** The page about the firm and its lead advisor. */
export function AboutPage({ years }: { years: number }) {
  const { hero, sections, closing } = about;
  return (
    <>
      <PageHero hero={hero}>
        <a className="btn quiet" href="#check-us">
          Check the record
        </a>
      </PageHero>
      <Sections
        sections={sections.map((section) => ({
          ...section,
          heading: section.heading.replace("{years}", String(years)),
        }))}
        drawings={{
          career: <Career years={years} />,
          fees: <KeyFigures figures={fees} />,
          "advisor-letter": (
            <AdvisorLetter text={practice.advisor.letter} portrait={practice.advisor.portrait} />
          ),
        }}
      />
      <RelatedPages paths={about.related ?? []} />
      <ContactBand lines={[closing.heading]} note={closing.text} />
    </>
  );
}
