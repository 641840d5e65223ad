import type { Passage, Piece } from "#app/compliance/archive/compare-texts.ts";
import { wordDiffTexts } from "./word-diff.messages.ts";
import "./word-diff.css";

/** A passage before and after a change, with the changed words marked. Use it in an element with the class `passages`. */
export function ComparedPassage({ passage: { before, after } }: { passage: Passage }) {
  return (
    <>
      <p className="passage">
        <Before pieces={before} />
      </p>
      <p className="passage">
        <After pieces={after} />
      </p>
    </>
  );
}

export function Before({ pieces }: { pieces: readonly Piece[] }) {
  if (pieces.length === 0) return <span className="soft">{wordDiffTexts.noText}</span>;
  return pieces.map((piece, index) => (piece.isChanged ? <Removed piece={piece} key={index} /> : piece.text));
}

export function After({ pieces }: { pieces: readonly Piece[] }) {
  if (pieces.length === 0) return <span className="soft">{wordDiffTexts.noText}</span>;
  return pieces.map((piece, index) => (piece.isChanged ? <Added piece={piece} key={index} /> : piece.text));
}

/** Screen readers do not announce the elements themselves. */
function Removed({ piece: { text } }: { piece: Piece }) {
  return (
    <del>
      <span className="unseen">{`${wordDiffTexts.removed}: `}</span>
      {text}
    </del>
  );
}

function Added({ piece: { text } }: { piece: Piece }) {
  return (
    <ins>
      <span className="unseen">{`${wordDiffTexts.added}: `}</span>
      {text}
    </ins>
  );
}
