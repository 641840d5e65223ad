/** Code that breaks one rule, and code beside it that keeps it. Paths are those of the real tree, from its root. */
export type Plant = {
  what: string;
  /** As `oxlint.config.ts` names it. */
  rule: string;
  /** Every file here must be reported, by this rule alone. */
  breaks: Readonly<Record<string, string>>;
  /** No file here may be reported by anything. */
  keeps: Readonly<Record<string, string>>;
};
