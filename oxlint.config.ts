import { defineConfig } from "oxlint";
import { defaultExports, programs } from "./fences.config.ts";

/**
 * The lint rules. Each is an error, because a warning is an undecided rule. `fences.config.ts` contains the permitted imports, and
 * `tests/fences` a planted violation of each rule.
 */
export default defineConfig({
  plugins: [
    "eslint",
    "typescript",
    "unicorn",
    "oxc",
    "import",
    "promise",
    "node",
    "react",
    "jsx-a11y",
    "vitest",
  ],
  jsPlugins: ["./fences.rules.ts"],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: "error" },
  categories: { correctness: "error" },
  rules: {
    "fences/imports": "error",
    "fences/no-barrel": "error",
    "fences/explained-assertion": "error",
    "fences/descriptive-name": "error",
    "fences/content-when-used": "error",
    "fences/limited-first-row": "error",
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],

    // Size and complexity.
    "max-lines": ["error", { max: 400 }],
    "max-lines-per-function": ["error", { max: 60 }],
    complexity: ["error", { max: 10, variant: "modified" }],

    // Language features.
    curly: ["error", "multi-line"],
    eqeqeq: "error",
    "no-var": "error",
    "prefer-const": "error",
    "no-shadow": "error",
    "no-param-reassign": "error",
    "no-warning-comments": "error",
    "unicorn/no-abusive-eslint-disable": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-definitions": ["error", "type"],
    "typescript/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    "typescript/no-import-type-side-effects": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-unnecessary-type-assertion": "error",

    // Rules that need type information.
    // Objects are created from closures, so no method depends on `this`.
    "typescript/unbound-method": "off",
    "typescript/no-misused-promises": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/return-await": ["error", "error-handling-correctness-only"],
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    // React Router sends a thrown `Response` or `data(…)` as the response.
    "typescript/only-throw-error": [
      "error",
      {
        allow: [
          { from: "lib", name: "Response" },
          { from: "package", name: "DataWithResponseInit", package: "react-router" },
        ],
      },
    ],

    // Only the programs read the environment, and only the log writes to the terminal.
    "no-console": "error",
    "node/no-process-env": "error",
    "no-restricted-imports": [
      "error",
      {
        paths: [
          {
            name: "node:process",
            importNames: ["env"],
            message: "only programs read the environment (fences.config.ts); pass settings as parameters",
          },
        ],
      },
    ],

    // The security policy blocks inline styles.
    "react/forbid-dom-props": ["error", { forbid: ["style"] }],
    "react/rules-of-hooks": "error",
    "react/jsx-no-target-blank": "error",
    "react/button-has-type": "error",
    // `role="status"` on a sentence is a live region; <output> means the result of a calculation.
    "jsx-a11y/prefer-tag-over-role": "off",
    // A horizontally scrollable table must be focusable, so that keyboard users can scroll it.
    "jsx-a11y/no-noninteractive-tabindex": ["error", { roles: ["region"] }],

    // `eventually` and `until` wait for a condition and fail if it is never met.
    "vitest/expect-expect": ["error", { assertFunctionNames: ["expect*", "eventually", "until"] }],
    // A race can have two valid outcomes, each with its own assertions.
    "vitest/no-conditional-expect": "off",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "vitest/no-focused-tests": "error",
    "vitest/no-disabled-tests": "error",
  },
  overrides: [
    { files: ["**/*.tsx"], rules: { "max-lines-per-function": ["error", { max: 80 }] } },
    { files: [...defaultExports], rules: { "import/no-default-export": "off" } },
    { files: [...programs], rules: { "node/no-process-env": "off", "no-restricted-imports": "off" } },
    { files: ["content/**"], rules: { "max-lines": "off" } },
    {
      // Plain JavaScript that runs before anything is installed or built, so it is not type-checked.
      files: ["**/*.mjs"],
      rules: {
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
      },
    },
    {
      files: ["tests/**", "e2e/**", "**/*.test.{ts,tsx}"],
      rules: { "max-lines-per-function": "off" },
    },
  ],
});
