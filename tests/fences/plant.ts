/** Sample files that violate one rule, and similar files that comply with it. Paths are relative to the repository root. */
export type Plant = {
  what: string;
  /** The rule's name in `oxlint.config.ts`. */
  rule: string;
  /** Each of these files must be reported by this rule and no other. */
  breaks: Readonly<Record<string, string>>;
  /** None of these files may be reported by any rule. */
  keeps: Readonly<Record<string, string>>;
};
