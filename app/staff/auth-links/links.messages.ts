import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { practice } from "#content/practice.ts";
import type { Role } from "#app/identity/accounts/staff.ts";

/** The links about accounts that open a form: those in letters, and the one of the first owner. */
export type AccountLink = "confirm" | "reset" | "invite" | "setUp";

/** What a link's page is called, as its heading says it. @param open what the link opens; undefined: nothing */
export function titleOfLink(title: string, open: unknown): string {
  return open === undefined ? linkOverTexts.title : title;
}

const inLetters = "A link in an email works once, and only for a while. A newer one ends those before it.";

export const linkOverTexts = {
  title: "This link has ended",
  confirm: {
    why: inLetters,
    next: "If your address is not confirmed yet, sign in: we then offer to send you another link.",
    act: { page: "auth", label: "Go to Sign In" },
  },
  reset: {
    why: inLetters,
    next: "If you still need a new password, ask for another link.",
    act: { page: "passwordReset", label: "Ask for another link" },
  },
  invite: {
    why: inLetters,
    next: "If you have no account yet, ask whoever invited you to do it again. If you have one, sign in.",
    act: { page: "auth", label: "Go to Sign In" },
  },
  setUp: {
    why: "The set-up link works only until there is an owner, and only as the program prints it when it starts.",
    next: "If there is an owner already, sign in.",
    act: { page: "auth", label: "Go to Sign In" },
  },
} as const;

/** Refusals that can happen at each of the forms. */
export const linkMessages = {
  "too-many": "There were too many attempts in a short time. Please wait ten minutes and try again.",
  busy: "Many people are signing in at this moment. Please try again in a minute.",
} as const;

export const confirmTexts = {
  title: "Confirm your address",
  lead: "Enter the password that you chose when you signed up. It shows us that the account is yours, and not a stranger’s who typed your address.",
  notYours:
    "If you did not sign up, close this page. Nobody can use the account, and we remove it after a month.",
  button: { label: "Confirm and sign in", busy: "Confirming...", press: true },
} as const;

export const resetRequestTexts = {
  title: "Choose a new password",
  lead: "Enter the address of your account. We send you a link with which you can choose a new password.",
  button: { label: "Send the link", busy: "Sending...", press: true },
  /** Where no e-mail leaves, none is promised, to nobody. */
  leadKept:
    "Enter the address of your account. This server sends no email: whoever runs it can hand you the link.",
  sentKept:
    "If there is an account with this address, whoever runs the server can hand you a link: please ask them. This server sends no email.",
  sent: "If there is an account with this address, we have sent a link to it. The newest link works for one hour after it was sent.",
  back: "Back to Sign In",
} as const;

export const resetTexts = {
  title: "Choose a new password",
  lead: "Once it is set, every device that is signed in to your account is signed out.",
  button: { label: "Set the password", busy: "Setting the password...", press: true },
  done: {
    title: "Your password is set",
    text: "Every device was signed out. Please sign in with your new password.",
    act: "Go to Sign In",
    known: "A new password leaves what else your account knows:",
    passkey: (name: string | null, day: string | undefined) =>
      `${name === null ? "A passkey without a name" : `Passkey “${name}”`}${day === undefined ? "" : `, since ${day}`}`,
    authenticator: (day: string) => `Authenticator app, since ${day}`,
    notYours: "If one of them is not yours, sign in now and remove it under Account.",
    notYourApp: `If you cannot sign in because the app is not yours, tell an owner of the practice, or call ${practice.phone.display.replaceAll(" ", "\u00a0")}: once it is sure that it is you, it can be taken away.`,
  },
} as const;

export const invitationTexts = {
  title: "Your invitation",
  lead: (inviter: string | null, firmName: string) =>
    `${inviter ?? "An owner"} has invited you to the leads of ${firmName}.`,
  roles: {
    owner: "As an owner you see and export leads, and decide who else may.",
    staff: "Your account may see and export leads.",
    examiner: "Your account may read, and change nothing.",
    pending: "Your account waits for approval.",
  } satisfies Record<Role, string>,
  lastDay: (day: string) => `Your last day is ${day}.`,
  alreadyThere: "This address has an account already. Please sign in instead.",
  button: { label: "Create account", busy: "Creating account...", press: true },
} as const;

export const setUpMessages = {
  title: "Become the first owner",
  lead: `This link works only until there is an owner. Choose a password of at least ${passwordLength.minimum} characters; nobody can look it up later, so keep it safe.`,
  alreadyThere:
    "This address already has an account. Use another one here, or make that account an owner from the shell.",
  button: { label: "Create account", busy: "Creating account...", press: true },
} as const;
