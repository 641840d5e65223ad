import "./long-text.css";

const showLess = "Show less";

/** The part of a text that a table row displays. */
const shownCharacters = 140;

/** A text in a table cell. Long texts show their beginning and expand on a click, even without JavaScript. */
export function LongText({ text }: { text: string }) {
  const characters = Array.from(text);
  // A text that is only slightly longer is displayed in full.
  if (characters.length <= shownCharacters + 20) return <span className="long-text">{text}</span>;
  return (
    <details className="long-text">
      <summary>
        <span className="beginning">{`${characters.slice(0, shownCharacters).join("").trimEnd()}…`}</span>
        <span className="less">{showLess}</span>
      </summary>
      {text}
    </details>
  );
}
