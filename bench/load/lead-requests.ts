import { randomUUID } from "node:crypto";
import { questions } from "#app/assessments/questions/questions.ts";
import { postRequest } from "./post-request.ts";

/** Without a browser's name, the visit counts as that of a program. */
export const browserHeaders = {
  "User-Agent":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
} as const;

/**
 * Creates requests that each submit a new assessment from a separate address.
 * @returns the complete request by its number
 */
export function assessmentRequest(port: number): (number: number) => string {
  const run = randomUUID().slice(0, 8);
  const headers = Object.entries(browserHeaders).map(([name, value]) => `${name}: ${value}`);
  return (number) => {
    const fields = {
      name: `Person ${run} ${number}`,
      email: `person-${run}-${number}@example.com`,
      phone: "(512) 555-0100",
      ...answers(number),
    };
    return postRequest(port, "/functions/v1/pre-loi-assessment", number, fields, headers);
  };
}

/** One answer for each question. Consecutive numbers give different combinations. */
export function answers(number: number): Record<string, string> {
  return Object.fromEntries(
    questions.map(({ id, options }, position) => {
      const option = options[Math.floor(number / 3 ** position) % 3] ?? options[0];
      return [id, option.value];
    }),
  );
}
