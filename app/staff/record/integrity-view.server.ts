import { type ChainStatus, loadChainStatus } from "#app/compliance/chains/chain-status.server.ts";
import { chainTexts } from "#app/compliance/chains/chain.messages.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

/** The end of one hash chain, and whether its last verification found changes. */
export type ChainView = {
  name: string;
  /** Undefined for an empty chain. */
  head: { position: string; at: string; hash: string } | undefined;
  verified: { isIntact: boolean; at: string; result: string; place: string | undefined } | undefined;
};

/** Loads both chains. */
export async function viewIntegrity(db: Parameters<typeof loadChainStatus>[0]): Promise<ChainView[]> {
  return (await loadChainStatus(db)).map(viewChain);
}

function viewChain({ chain, head, verified }: ChainStatus): ChainView {
  return {
    name: chainTexts.names[chain],
    head: head && {
      position: chainTexts.positions[chain](head.position),
      at: formatMoment(head.at),
      hash: head.hash,
    },
    verified: verified && {
      isIntact: verified.problems === 0,
      at: formatMoment(verified.at),
      result: chainTexts.result(verified.problems),
      place: verified.firstProblem ?? undefined,
    },
  };
}

function formatMoment(at: Date): string {
  return momentIn(practice.timeZone, at);
}
