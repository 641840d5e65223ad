import { chainTexts } from "#app/compliance/chains/chain.messages.ts";
import { FactList } from "#app/ui/fact-list.tsx";
import { integrityTexts } from "./integrity.messages.ts";
import type { ChainView } from "./integrity-view.server.ts";

/** The last hash of each chain, and what the last verification found. */
export function Integrity({ chains }: { chains: readonly ChainView[] }) {
  return (
    <section aria-labelledby="integrity">
      <header>
        <h2 id="integrity">{integrityTexts.heading}</h2>
        <p>{integrityTexts.daily}</p>
      </header>
      <p className="soft small">{integrityTexts.about}</p>
      {chains.map((chain) => (
        <Chain chain={chain} key={chain.name} />
      ))}
    </section>
  );
}

function Chain({ chain: { name, head, verified } }: { chain: ChainView }) {
  const { facts } = chainTexts;
  return (
    <div className="chain">
      <h3>{name}</h3>
      {head === undefined ? (
        <p>{chainTexts.empty}</p>
      ) : (
        <FactList
          facts={[
            [facts.head, `${head.position}, ${head.at}`],
            [facts.hash, head.hash],
            [facts.verified, <Result verified={verified} key="result" />],
          ]}
        />
      )}
      {verified?.place === undefined ? null : (
        <p>
          {verified.place} {chainTexts.instruction}
        </p>
      )}
    </div>
  );
}

function Result({ verified }: Pick<ChainView, "verified">) {
  if (verified === undefined) return chainTexts.notVerified;
  return (
    <>
      <span className={verified.isIntact ? "tag high" : "tag low"}>{verified.result}</span> {verified.at}
    </>
  );
}
