import { practice } from "#content/practice.ts";

export const enrollmentTexts = {
  lead: "Accounts with your role need a second factor. To continue, set up an authenticator app on your phone. You will enter a code from it each time you sign in.",
  begin: { label: "Set up an authenticator app", busy: "One moment...", press: true },
  scan: "Scan this with your authenticator app, or type the key into it.",
  code: "Code",
  codeHint: "The six digits that your app shows now",
  confirm: { label: "Confirm", busy: "Checking...", press: true },
  doneTitle: "Your second factor is set up",
  next: "I have saved them, continue",
  passkeyLead:
    "Accounts with your role need a second factor, and your account has a passkey. Use it to continue.",
  passkey: { label: "Use your passkey", busy: "Checking...", press: true },
  passkeyNeedsScript: "Turn on JavaScript to use your passkey.",
  passkeyLost: `Lost your passkey? Ask an owner of the practice, or call ${practice.phone.display.replaceAll(" ", "\u00a0")}: once we have verified your identity, we can remove it and you can set up an authenticator app.`,
} as const;
