import type { confirmAuthenticator } from "#app/identity/second-factor/authenticator.server.ts";

type CodeError = Extract<Awaited<ReturnType<typeof confirmAuthenticator>>, { ok: false }>["reason"];

export const authenticatorTexts = {
  scan: "Scan this code with your authenticator app, or enter the key manually.",
  code: "Code",
  codeHint: "The six-digit code from your app",
  exists: "Your account already has an authenticator app. Remove it before you set up another one.",
} as const;

export const codeErrors = {
  wrong:
    "Incorrect code. Enter the current code from your app. If it fails again, check the time on your phone.",
  "not-started": "This setup has expired. Please start again.",
} as const satisfies Record<CodeError, string>;
