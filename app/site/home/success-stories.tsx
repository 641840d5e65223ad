import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { home } from "#content/home.ts";
import "./success-stories.css";

/** No client is quoted and no star is shown before there is a record behind it: the words say so. */
export function SuccessStories() {
  const { heading, note, text } = home.stories;
  return (
    <section className="wrap stories">
      <div className="row">
        <NumeralHeading lines={heading} />
        <p className="note">{note}</p>
        <div className="text">
          <p>{text}</p>
          <p className="acts">
            <a className="btn" href="/reviews">
              Read More Success Stories
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}
