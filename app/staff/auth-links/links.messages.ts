import { noEmail } from "#app/staff/shell/no-email.ts";
import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { practice } from "#content/practice.ts";
import type { Role } from "#app/identity/accounts/staff.ts";

/** The kinds of links that open a form: those in account emails, and the setup link of the first owner. */
export type AccountLink = "confirm" | "reset" | "invite" | "setUp";

/** Returns the heading and title of a link's page. @param link undefined if the link is not valid */
export function linkTitle(title: string, link: unknown): string {
  return link === undefined ? expiredLinkTexts.title : title;
}

const expiry = "Links in our emails work once and for a limited time. A new link replaces earlier ones.";

export const expiredLinkTexts = {
  title: "This link has expired",
  confirm: {
    why: expiry,
    next: "If your email address is not confirmed yet, sign in and we’ll offer to send you another link.",
    action: { page: "auth", label: "Go to Sign In" },
  },
  reset: {
    why: expiry,
    next: "If you still need a new password, request another link.",
    action: { page: "passwordReset", label: "Request another link" },
  },
  invite: {
    why: expiry,
    next: "If you don’t have an account yet, ask the person who invited you for a new invitation. If you have one, sign in.",
    action: { page: "auth", label: "Go to Sign In" },
  },
  setUp: {
    why: "The setup link works only until the first owner has an account. The server prints it when it starts.",
    next: "If you already have an account, sign in.",
    action: { page: "auth", label: "Go to Sign In" },
  },
} as const;

export const confirmTexts = {
  title: "Confirm your email address",
  lead: "Enter the password that you chose when you signed up. This confirms that you created the account, not someone else who entered your address.",
  notYours:
    "If you did not sign up, close this page. The account cannot be used, and we delete it after a month.",
  button: { label: "Confirm and sign in", busy: "Confirming...", press: true },
} as const;

export const resetRequestTexts = {
  title: "Reset your password",
  lead: "Enter your email address, and we’ll send you a link to choose a new password.",
  button: { label: "Send link", busy: "Sending...", press: true },
  leadWithoutEmail: `${noEmail} Enter your email address, then ask your administrator for the link.`,
  sentWithoutEmail: `If an account with this address exists, your administrator can give you a link. ${noEmail}`,
  sent: "If an account with this address exists, we have sent it a link. The email says when the link expires.",
  back: "Back to Sign In",
} as const;

export const resetTexts = {
  title: "Choose a new password",
  lead: "Setting a new password signs you out on every device.",
  button: { label: "Set password", busy: "Saving...", press: true },
} as const;

export const resetDoneTexts = {
  title: "Your password has been changed",
  text: "You are signed out on every device. Please sign in with your new password.",
  action: "Go to Sign In",
  otherMethods: "These sign-in methods are still active:",
  passkey: (name: string | null, day: string | undefined) =>
    `${name === null ? "Unnamed passkey" : `Passkey “${name}”`}${day === undefined ? "" : `, added ${day}`}`,
  authenticator: (day: string) => `Authenticator app, added ${day}`,
  notYours: "If one of them is not yours, sign in and remove it on your account page.",
  get notYourApp() {
    return `If you cannot sign in because the app is not yours, ask an account owner or call ${practice.phone.display.replaceAll(" ", "\u00a0")}. Once we have verified your identity, we can remove it.`;
  },
} as const;

export const invitationTexts = {
  title: "Accept your invitation",
  lead: (inviter: string | null, firmName: string) =>
    `${inviter ?? "An owner"} has invited you to the staff area of ${firmName}.`,
  roles: {
    owner: "As an owner, you can view and export leads and manage the team.",
    staff: "You will be able to view and export leads.",
    examiner: "You will have read-only access.",
    pending: "An owner will review your account.",
  } satisfies Record<Role, string>,
  lastDay: (day: string) => `Your access ends after ${day}.`,
  exists: "An account with this email address already exists. Please sign in instead.",
  button: { label: "Create account", busy: "Creating account...", press: true },
} as const;

export const setUpTexts = {
  title: "Create the first owner account",
  lead: `This link works until the first owner account exists. Choose a password of at least ${passwordLength.minimum} characters and store it in a password manager. If you lose it, the administrator can create a link to set a new one.`,
  exists:
    "An account with this email address already exists. Use another address, or make that account an owner from the command line.",
  button: { label: "Create account", busy: "Creating account...", press: true },
} as const;
