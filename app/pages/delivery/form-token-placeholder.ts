/**
 * Stands in a kept page where each visitor gets a form token. The page is the same for everyone up to this, so it is rendered once
 * and filled in when it is sent.
 */
export const formTokenPlaceholder = "form-token-of-this-visitor";
