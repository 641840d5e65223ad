/**
 * The sender of a request to sign in or out. Attempts are limited by the client address, so the server determines it and never takes it
 * from a header that the visitor controls.
 */
export type Visitor = { request: Request; clientAddress: string };
