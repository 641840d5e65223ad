import { home } from "#content/home.ts";
import "./practice-facts.css";

/** A course of stone below the first screen: four facts about the practice. */
export function PracticeFacts({ years }: { years: number }) {
  return (
    <div className="course">
      <ul className="wrap">
        {home.facts.map(({ title, text, link }) => (
          <li key={title}>
            <b>{`${title.replace("{years}", String(years))} `}</b>
            {link === undefined ? (
              text
            ) : (
              <>
                {`${text} `}
                <a href={link.path}>{link.label}</a>.
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
