/** How the firm's OpenID Connect provider signs in staff. */
export type SignOnSettings = {
  /** The provider's issuer identifier, which is the `iss` claim of its tokens. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The mail domain of the people who can sign in. */
  domain: string;
};
