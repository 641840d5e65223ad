import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { home } from "#content/home.ts";
import { services } from "#content/services.ts";
import "./service-wall.css";

/** The services as ashlar: courses of unequal stones whose joints never align. */
export function ServiceWall() {
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading numeral={String(services.length)} lines={home.services.heading} />
        <ul className="wall full">
          {services.map(({ title, text, path, about }) => (
            <li className="stone" key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
              {/* The words for those who hear the link alone stand inside it: a label would hide them from search. */}
              <a href={path}>
                Learn More<span className="unseen">{` about ${about}`}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
