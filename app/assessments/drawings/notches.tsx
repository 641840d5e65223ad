import "./notches.css";

/** The score of an answer, as one mark per possible point. */
export function Notches({ score }: { score: number }) {
  return (
    <span className="notches">
      <span className="unseen">{`${score} of 3`}</span>
      {[1, 2, 3].map((point) => (
        <i key={point} className={point <= score ? "on" : undefined} />
      ))}
    </span>
  );
}
