import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import type { EmailBlock } from "#app/email/definition/email-content.ts";
import { sampleTime } from "#app/email/definition/sample-person.ts";
import { pages } from "#app/pages/registry.ts";
import type { Clock } from "#app/platform/clock.ts";
import { momentIn, shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { type ChainStatus, isVerificationOverdue, loadChainStatus } from "./chain-status.server.ts";
import { chainTexts } from "./chain.messages.ts";

const { timeZone } = practice;

/** The last hash of both chains, as a copy that an administrator of this machine cannot change. */
export const recordHashesEmail = defineEmail({
  kind: "record-hashes",
  async load({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
    const now = clock.now();
    return { now, chains: await loadChainStatus(db), isOverdue: await isVerificationOverdue(db, now) };
  },
  render({ now, chains, isOverdue }, { siteUrl }) {
    const hasProblems = chains.some(({ verified }) => verified !== undefined && verified.problems > 0);
    const heading = hasProblems
      ? "The records do not match their hashes"
      : isOverdue
        ? "The records could not be verified"
        : "Hashes of the records";
    return {
      subject: `${heading}, ${shortDayIn(timeZone, now)}`,
      preview: "The last hash of the record of the site and of the audit log.",
      heading,
      blocks: [
        "Keep this email, or a printout of it, where the administrator of the server cannot change it. Each hash covers everything that was recorded before it, so it can prove later that nothing was changed or removed.",
        ...chains.flatMap(describeChain),
        "To compare a hash with the database, the administrator runs the command “record find” with the hash.",
        { button: { label: "Open the record", url: siteUrl + pages.record.path } },
      ],
    };
  },
  samples: [
    {
      when: "without changes",
      input: {
        now: sampleTime,
        chains: [sampleStatus("site", 0), sampleStatus("audit", 0)],
        isOverdue: false,
      },
    },
    {
      when: "not verified",
      input: {
        now: new Date("2030-01-17T16:00:00Z"),
        chains: [sampleStatus("site", 0), sampleStatus("audit", 0)],
        isOverdue: true,
      },
    },
    {
      when: "with a change",
      input: {
        now: sampleTime,
        chains: [sampleStatus("site", 0), sampleStatus("audit", 1)],
        isOverdue: false,
      },
    },
  ],
});

function describeChain({ chain, head, verified }: ChainStatus): EmailBlock[] {
  const { facts } = chainTexts;
  const name = `${chainTexts.names[chain]}:`;
  if (head === undefined) return [`${name} ${chainTexts.empty}`];
  const result =
    verified === undefined
      ? chainTexts.notVerified
      : `${chainTexts.result(verified.problems)}, ${momentIn(timeZone, verified.at)}`;
  const problem = verified?.firstProblem ?? undefined;
  return [
    name,
    {
      facts: [
        [facts.head, `${chainTexts.positions[chain](head.position)}, ${momentIn(timeZone, head.at)}`],
        [facts.hash, head.hash],
        [facts.verified, result],
      ],
    },
    ...(problem === undefined ? [] : [`${problem} ${chainTexts.instruction}`]),
  ];
}

function sampleStatus(chain: ChainStatus["chain"], problems: number): ChainStatus {
  return {
    chain,
    head: { chain, position: 812, hash: "6b1f0c2d9a44e8375d0b".padEnd(64, "0"), at: sampleTime },
    verified: {
      problems,
      firstProblem:
        problems === 0
          ? null
          : "Link 17, event 345: it was changed after it was sealed on Jan 14, 2030, 9:30 AM CST, without a reason.",
      at: sampleTime,
    },
  };
}
