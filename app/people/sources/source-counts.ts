/** What a report groups people and visits by. */
export type Dimension = "campaign" | "channel" | "page";

/** Numbers of people by what they reached. Each is also a filter of the list of people. */
export type PersonCounts = {
  leads: number;
  assessed: number;
  earlyStage: number;
  makingProgress: number;
  exitReady: number;
  seats: number;
  attended: number;
  booked: number;
  clients: number;
};

const noPeople: PersonCounts = {
  leads: 0,
  assessed: 0,
  earlyStage: 0,
  makingProgress: 0,
  exitReady: 0,
  seats: 0,
  attended: 0,
  booked: 0,
  clients: 0,
};

/** The figures of one source, or of all, in one period. */
export type Figures = PersonCounts & {
  /** Null if the visits of a part of the period are no longer stored. */
  visits: number | null;
  /** Null if nothing was entered. */
  spendCents: number | null;
  /** The leads of sources whose cost was entered, so that free sources do not lower the cost of a lead. */
  paidLeads: number;
};

export const noFigures: Figures = { ...noPeople, visits: 0, spendCents: null, paidLeads: 0 };

export function addFigures(one: Figures, other: Figures): Figures {
  const add = (key: keyof PersonCounts): number => one[key] + other[key];
  return {
    leads: add("leads"),
    assessed: add("assessed"),
    earlyStage: add("earlyStage"),
    makingProgress: add("makingProgress"),
    exitReady: add("exitReady"),
    seats: add("seats"),
    attended: add("attended"),
    booked: add("booked"),
    clients: add("clients"),
    visits: one.visits === null || other.visits === null ? null : one.visits + other.visits,
    spendCents:
      one.spendCents === null && other.spendCents === null
        ? null
        : (one.spendCents ?? 0) + (other.spendCents ?? 0),
    paidLeads: one.paidLeads + other.paidLeads,
  };
}
