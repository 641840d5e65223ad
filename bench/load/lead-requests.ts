import { randomUUID } from "node:crypto";
import { questions } from "#app/leads/assessment/questions.ts";

/**
 * Requests that each submit an assessment that nobody submitted before, from a visitor with an address of its own.
 * @returns the whole request, by its number
 */
export function assessmentRequest(port: number): (number: number) => string {
  const run = randomUUID().slice(0, 8);
  return (number) =>
    post(port, "/functions/v1/pre-loi-assessment", number, {
      name: `Person ${run} ${number}`,
      email: `person-${run}-${number}@example.com`,
      phone: "(512) 555-0100",
      ...answers(number),
    });
}

/** Requests that each sign somebody up for the live event who was not there before. */
export function signupRequest(port: number): (number: number) => string {
  const run = randomUUID().slice(0, 8);
  return (number) =>
    post(port, "/functions/v1/linkedin-live-signup", number, {
      name: `Person ${run} ${number}`,
      email: `person-${run}-${number}@example.com`,
      phone: "(512) 555-0100",
      questions: "What has to be finished before a letter of intent?",
      topics: "Tax",
    });
}

function post(port: number, path: string, number: number, fields: Record<string, string>): string {
  const body = JSON.stringify(fields);
  return [
    `POST ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Forwarded-For: ${visitorAddress(number)}`,
    "",
    body,
  ].join("\r\n");
}

/** One answer to each question, another combination for each of 2,187 numbers. */
export function answers(number: number): Record<string, string> {
  return Object.fromEntries(
    questions.map(({ id, options }, position) => {
      const option = options[Math.floor(number / 3 ** position) % 3] ?? options[0];
      return [id, option.value];
    }),
  );
}

/** From the range kept for tests of networks (RFC 2544), which holds 131,072. */
function visitorAddress(number: number): string {
  return `198.${18 + (Math.floor(number / 65_536) % 2)}.${Math.floor(number / 256) % 256}.${number % 256}`;
}
