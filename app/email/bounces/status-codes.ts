/**
 * The enhanced status codes (RFC 3463) that concern the mailbox of the recipient: other or undefined (5.0.0), addressing (5.1.x) and mailbox
 * disabled (5.2.0, 5.2.1), and no route to the domain (5.4.4). Not the address of the sender (5.1.7, 5.1.8), a full mailbox (5.2.2), the
 * size, content or format of an email, or a policy (5.7.x), because these say nothing about whether the address exists. A wrong SPF record
 * of the firm would otherwise mark every address.
 */
const addressCodes = /^5\.(?:0\.0|1\.(?!7$|8$)\d{1,3}|2\.[01]|4\.4)$/;

/** Whether a permanent failure means that an address cannot receive email. @param status an enhanced status code, such as 5.1.1 */
export function isAddressFailure(status: string): boolean {
  return addressCodes.test(status);
}

/** The enhanced status code in the reply of a mail server. @example "550 5.1.1 No such user" // "5.1.1" */
export function findStatusCode(reply: string): string | undefined {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(reply)?.[1];
}
