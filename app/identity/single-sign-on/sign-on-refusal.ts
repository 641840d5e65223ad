/**
 * Why a sign-in at the firm's provider was refused.
 * - `unavailable`: the provider did not respond
 * - `denied`: the provider did not sign in the person
 * - `invalid`: the provider's response did not pass verification
 * - `expired`: another browser began the sign-in, it took too long, or the session has ended
 * - `unverified`: the provider does not state that the address is the person's
 * - `other-domain`: the address is not the firm's
 * - `account-exists`: the address has an account that is not connected
 * - `other-person`: another person than that of the session has signed in
 * - `code-required`: the account has an authenticator app, and the provider has verified no second factor
 * - `too-many`: too many attempts from the address
 */
export type SignOnRefusal =
  | "unavailable"
  | "denied"
  | "invalid"
  | "expired"
  | "unverified"
  | "other-domain"
  | "account-exists"
  | "other-person"
  | "code-required"
  | "too-many";
