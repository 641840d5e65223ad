import type { QrCode } from "./qr-code.server.ts";

/** The parts of the page. */
export type Part = "profile" | "scheme" | "password" | "second-factor" | "passkeys" | "sessions";

/** What an authenticator app is given, as the page shows it. */
export type AuthenticatorView = { secret: string; qrCode: QrCode };

/** What the page shows of what was just sent, beside what is true anyway. */
export type AccountAnswer =
  /** It was not taken: what is wrong with a field, or with the whole. */
  | {
      kind: "refused";
      part: Part;
      /** Which of several things of one kind it is about. */
      about?: string;
      formError?: string | undefined;
      fieldErrors?: Readonly<Partial<Record<string, string>>>;
      values?: Readonly<Partial<Record<string, string>>>;
    }
  | { kind: "set-up"; authenticator: AuthenticatorView; error?: string }
  /** To be seen this once. */
  | { kind: "recovery-codes"; codes: readonly string[] };
