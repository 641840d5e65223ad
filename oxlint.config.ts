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
    "fences/telling-name": "error",
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "unicorn/filename-case": ["error", { case: "kebabCase" }],

    // Size and shape: what is small is read, what is large is searched.
    "max-lines": ["error", { max: 400 }],
    "max-lines-per-function": ["error", { max: 60 }],
    complexity: ["error", { max: 10, variant: "modified" }],

    // The language.
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

    // Types that reach further than one file.
    // Objects here are made of closures: none of their methods needs its `this`.
    "typescript/unbound-method": "off",
    "typescript/no-misused-promises": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/return-await": ["error", "error-handling-correctness-only"],
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    // React Router takes a thrown response, and thrown `data(…)`, as the answer.
    "typescript/only-throw-error": [
      "error",
      {
        allow: [
          { from: "lib", name: "Response" },
          { from: "package", name: "DataWithResponseInit", package: "react-router" },
        ],
      },
    ],

    // One place reads the environment, one place writes lines.
    "no-console": "error",
    "node/no-process-env": "error",
    "no-restricted-imports": [
      "error",
      { paths: [{ name: "node:process", importNames: ["env"], message: "server/main.ts hands values on" }] },
    ],

    // The security policy blocks inline styles.
    "react/forbid-dom-props": ["error", { forbid: ["style"] }],
    "react/rules-of-hooks": "error",
    "react/jsx-no-target-blank": "error",
    "react/button-has-type": "error",
    // `role="status"` on a sentence is a live region; <output> means the result of a calculation.
    "jsx-a11y/prefer-tag-over-role": "off",
    // A table that moves sideways in its frame has to be reached by the keyboard.
    "jsx-a11y/no-noninteractive-tabindex": ["error", { roles: ["region"] }],

    // Two that wait until something is true, and fail if it never is.
    "vitest/expect-expect": ["error", { assertFunctionNames: ["expect*", "eventually", "until"] }],
    // A race may have two lawful ends; each is then described.
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
      // Plain scripts that run before anything is installed or built; the compiler does not read them.
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
