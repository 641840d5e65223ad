/**
 * Placeholder for the form token in a cached page. The rest of the page is identical for all visitors, so it is rendered once, and the
 * token is inserted when it is sent.
 */
export const formTokenPlaceholder = "form-token-of-this-visitor";
