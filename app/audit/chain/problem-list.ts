/** The first problems of a verification, and the number of further ones. */
export type ProblemList = {
  add(problems: readonly string[]): void;
  /** The listed problems, and a sentence with the number of further ones. */
  list(): readonly string[];
};

/** Collects problems in constant memory: a changed column, for example, is a problem of every event. */
export function createProblemList(maxListed: number): ProblemList {
  const listed: string[] = [];
  let hidden = 0;
  return {
    add(problems) {
      const added = problems.slice(0, maxListed - listed.length);
      listed.push(...added);
      hidden += problems.length - added.length;
    },
    list: () => (hidden > 0 ? [...listed, `${hidden} more problems are not shown.`] : listed),
  };
}
