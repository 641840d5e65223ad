import type { ReactNode } from "react";
import { Link } from "react-router";
import { FactList } from "#app/ui/fact-list.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import type { AddedClaimView } from "./added-claim-view.ts";
import { claimTexts } from "./draft-claims.messages.ts";

/** Every claim that the change adds, with the evidence that supports it, for the person who approves the change. */
export function AddedClaims({ claims }: { claims: readonly AddedClaimView[] }) {
  return (
    <>
      <h3 id="added-claims" className="added-claims">
        {claimTexts.added}
      </h3>
      {claims.length === 0 ? (
        <p className="soft">{claimTexts.noneAdded}</p>
      ) : (
        <ul className="draft-claims" aria-labelledby="added-claims">
          {claims.map((claim) => (
            <li key={`${claim.figure} ${claim.sentence}`}>
              <AddedClaim claim={claim} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function AddedClaim({ claim }: { claim: AddedClaimView }) {
  const { figure, sentence, page, badge, path } = claim;
  const facts = listFacts(claim);
  return (
    <>
      <span className={`tag ${badge.tone}`}>{badge.label}</span>{" "}
      {path === undefined ? (
        <b>{figure}</b>
      ) : (
        <Link className="link" to={path}>
          {figure}
        </Link>
      )}
      {`: “${sentence}” (${page})`}
      {facts.length === 0 ? null : <FactList facts={facts} />}
    </>
  );
}

/** The facts that apply to a claim. */
function listFacts(claim: AddedClaimView): (readonly [name: string, value: ReactNode])[] {
  const { facts } = claimTexts;
  const { file, link, note, asOf, expires, reason, source, decided } = claim;
  const given: readonly (readonly [name: string, value: ReactNode])[] = [
    [
      facts.file,
      file === undefined ? (
        ""
      ) : (
        <a href={file.path} key="file">
          {file.name}
        </a>
      ),
    ],
    [
      facts.link,
      link === "" ? (
        ""
      ) : (
        <OutsideLink href={link} key="link">
          {link}
        </OutsideLink>
      ),
    ],
    [facts.note, note],
    [facts.asOf, asOf],
    [facts.expires, expires],
    [facts.reason, reason],
    [reason === "" ? facts.attached : facts.waived, decided],
    [facts.source, source],
  ];
  return given.filter(([, value]) => value !== "");
}
