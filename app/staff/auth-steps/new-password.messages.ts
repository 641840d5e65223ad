import { passwordLength } from "#app/identity/passwords/password-length.ts";
import type { AlertState } from "#app/ui/alert.tsx";
import { passwordMessages } from "#app/staff/auth-forms/passwords.messages.ts";

export const newPasswordTexts = {
  lead: `Your account can open client data, so its password needs at least ${passwordLength.minimum} characters. Choose a new one to continue. You will be signed out everywhere else.`,
  button: { label: "Change password", busy: "Saving...", press: true },
} as const;

/** Page state after a rejected password change. */
export type NewPasswordState = {
  alert?: AlertState;
  errors?: { currentPassword?: string; newPassword?: string };
};

export const newPasswordRefusals: Readonly<
  Record<"wrong" | "common-password" | "too-many" | "busy", NewPasswordState & { status: number }>
> = {
  wrong: { status: 422, errors: { currentPassword: passwordMessages.wrong } },
  "common-password": { status: 422, errors: { newPassword: passwordMessages.common } },
  "too-many": {
    status: 429,
    alert: { text: "There were too many attempts in a short time. Please wait ten minutes and try again." },
  },
  busy: {
    status: 503,
    alert: { text: "Many people are signing in at the moment. Please try again in a minute." },
  },
};
