/** Why a request to another system got no response, as staff read it. */
export const requestProblems = {
  timeout: "No response within 15 seconds.",
  "private-address": "The host has a private address, which this site may not contact. Enter a public URL.",
  unreachable: "The host could not be reached, or its certificate is not valid.",
} as const;
