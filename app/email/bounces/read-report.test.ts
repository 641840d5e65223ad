import { describe, expect, it, test } from "vitest";
import { createReport } from "#tests/kit/bounce-report.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { createBounceKeys } from "./bounce-keys.server.ts";
import { isReportType, readReport } from "./read-report.server.ts";
import { findStatusCode, isAddressFailure } from "./status-codes.ts";

const read = (source: string) => readReport(new TextEncoder().encode(source.replaceAll("\n", "\r\n")));

describe("a report", () => {
  it("of Postfix is read with its status, reply and the header of the returned email", () => {
    expect(read(createReport({ bounceKey: "key", recipient: "Ada@Example.com" }))).toEqual({
      kind: "report",
      bounceKey: "key",
      recipients: [
        {
          addresses: ["ada@example.com"],
          action: "failed",
          status: "5.1.1",
          diagnostic: "550 5.1.1 <Ada@Example.com>: Recipient address rejected: User unknown",
        },
      ],
    });
  });

  it("with a complete returned email, folded fields and several recipients is read", () => {
    const report = `Content-Type: multipart/report; boundary=b; report-type="delivery-status"

--b
Content-Type: text/html

<p>Not found</p>
--b
Content-Type: message/delivery-status

Reporting-MTA: dns;mail.example.org

Final-Recipient: rfc822;ben@example.com
Action: delayed
Status: 4.4.7

Original-Recipient: rfc822;ada@example.com
Final-Recipient: RFC822; <ada@internal.example.com>
Action: Failed
Status: 5.1.10 (unknown)
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound;
 Recipient not found by SMTP address lookup
--b
Content-Type: message/rfc822

From: office@example.com
X-Bounce-Key: inner
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain

Hello
--c--
--b--
`;
    expect(read(report)).toEqual({
      kind: "report",
      bounceKey: "inner",
      recipients: [
        { addresses: ["ben@example.com"], action: "delayed", status: "4.4.7", diagnostic: "" },
        {
          addresses: ["ada@internal.example.com", "ada@example.com"],
          action: "failed",
          status: "5.1.10",
          diagnostic: "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
        },
      ],
    });
  });

  it("that was cut off after the headers of the returned email is read", () => {
    const report = createReport({ bounceKey: "key", recipient: "ada@example.com" });
    const cut = report.slice(0, report.indexOf("X-Bounce-Key: key") + "X-Bounce-Key: key\n".length);
    expect(read(cut)).toMatchObject({ kind: "report", bounceKey: "key" });
  });

  it.each([
    [
      "base64",
      (text: string) =>
        (
          Buffer.from(text)
            .toString("base64")
            .match(/.{1,76}/g) ?? []
        ).join("\n"),
    ],
    ["quoted-printable", (text: string) => text.replaceAll("=", "=3D").replaceAll(/(.{60})/g, "$1=\n")],
  ])("with a status in %s is read", (encoding, encode) => {
    const report = createReport({ bounceKey: "key", recipient: "ada@example.com" });
    const status = /Reporting-MTA(?:.|\n)*?User unknown\n/.exec(report)?.[0] ?? "";
    const encoded = report
      .replace("message/delivery-status", `message/delivery-status\nContent-Transfer-Encoding: ${encoding}`)
      .replace(status, `${encode(status)}\n`);
    expect(encoded).not.toContain(status);
    expect(read(encoded)).toEqual(read(report));
  });

  it("whose boundary begins other lines and another boundary is read", () => {
    const report = createReport({ bounceKey: "key", recipient: "ada@example.com" }).replace(
      "I'm sorry",
      "--4F2A.1763764800/mail.example.com.other\nI'm sorry",
    );
    expect(read(report)).toMatchObject({ kind: "report", bounceKey: "key" });
  });

  // Some parsers convert the HTML of an email to text, in a time that grows with the third power of its length.
  it("with HTML that has thousands of unclosed links is read", () => {
    const html = `Content-Type: text/html\n\n<a ${"href=x ".repeat(30_000)}\n\n--4F2A.1763764800/mail.example.com\n`;
    const report = createReport({ bounceKey: "key", recipient: "ada@example.com" }).replace(
      "Content-Description: Delivery report",
      `${html}Content-Description: Delivery report`,
    );
    expect(read(report)).toMatchObject({ kind: "report", bounceKey: "key" });
  });

  it("without the returned email has no key", () => {
    const report = createReport({ bounceKey: undefined, recipient: "ada@example.com" });
    expect(read(report)).toMatchObject({ kind: "report", bounceKey: undefined });
  });

  it.each([
    [
      "no status part",
      "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nx\n--b--",
    ],
    ["no parts", "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\nnothing"],
    [
      "no recipient",
      createReport({ bounceKey: "key", recipient: "ada@example.com" }).replace(/Final-Recipient.*\n/, ""),
    ],
    [
      "no status",
      createReport({ bounceKey: "key", recipient: "ada@example.com" }).replace("Status: 5.1.1", "Status: x"),
    ],
    [
      "its recipient after more than 64 KB of other fields",
      createReport({ bounceKey: "key", recipient: "ada@example.com" }).replace(
        "Reporting-MTA",
        "X: y\n".repeat(14_000) + "Reporting-MTA",
      ),
    ],
    [
      "more parts than a report has",
      createReport({ bounceKey: "key", recipient: "ada@example.com" }).replace(
        "Content-Description: Notification",
        `\n${"--4F2A.1763764800/mail.example.com\n\n".repeat(20)}Content-Description: Notification`,
      ),
    ],
    [
      "too deep a nesting",
      `Content-Type: multipart/report; report-type=delivery-status; boundary=b0\n\n${Array.from({ length: 50 }, (_, depth) => `--b${depth}\nContent-Type: multipart/mixed; boundary=b${depth + 1}\n\n`).join("")}`,
    ],
  ])("with %s is unreadable", (_, report) => {
    expect(read(report)).toEqual({ kind: "unreadable" });
  });

  it.each([
    ["a plain email", "Content-Type: text/plain\n\nhello"],
    [
      "a read receipt",
      "Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b--",
    ],
    [
      "an email with a report inside",
      `Content-Type: multipart/mixed; boundary=out\n\n--out\n${createReport({ bounceKey: "key", recipient: "ada@example.com" })}\n--out--`,
    ],
  ])("is not %s", (_, email) => {
    expect(read(email)).toEqual({ kind: "other" });
  });
});

test.each([
  ['multipart/report; report-type=delivery-status; boundary="x"', true],
  ['multipart/report; boundary="x"; report-type="delivery-status"', true],
  ["Multipart/Report; Report-Type=Delivery-Status", true],
  ["multipart/report; report-type=feedback-report", false],
  ["multipart/mixed; report-type=delivery-status", false],
  ["text/plain", false],
  ["", false],
])("the content type %j is recognized", (type, isReport) => {
  expect(isReportType(type)).toBe(isReport);
});

test.each([
  ["5.1.1", true],
  ["5.1.10", true],
  ["5.0.0", true],
  ["5.2.1", true],
  ["5.4.4", true],
  ["5.1.7", false],
  ["5.1.8", false],
  ["5.2.2", false],
  ["5.3.4", false],
  ["5.6.1", false],
  ["5.7.1", false],
  ["5.7.26", false],
  ["4.1.1", false],
  ["2.1.5", false],
])("status %s marks an address: %s", (status, isMarked) => {
  expect(isAddressFailure(status)).toBe(isMarked);
});

test.each([
  ["550 5.1.1 No such user", "5.1.1"],
  ["550-5.1.1 The email account does not exist", "5.1.1"],
  ["550 No such user", undefined],
  ["550 5.1", undefined],
])("the status code of %j is found", (reply, status) => {
  expect(findStatusCode(reply)).toBe(status);
});

describe("the key of an email", () => {
  const id = "3f2b8c1e-5a7d-4c9e-8b1f-2d3e4f5a6b7c";
  const keys = createBounceKeys(testKeyRing);

  it("is read back, also after a rotation of the secret", () => {
    const value = keys.issue(id);
    expect(keys.read(` ${value} `)).toBe(id);
    const rotated = createBounceKeys(
      createKeyRing([
        "another secret with more than thirty-two characters",
        "a secret for tests, longer than thirty-two characters",
      ]),
    );
    expect(rotated.read(value)).toBe(id);
    expect(`X-Bounce-Key: ${value}`.length).toBeLessThan(78);
  });

  it("is rejected if it was forged", () => {
    const [, signature = ""] = keys.issue(id).split(".");
    const other = "00000000-0000-4000-8000-000000000000";
    for (const value of [
      "",
      id,
      `${id}.`,
      `${other}.${signature}`,
      `${id}.${signature}x`,
      `x.${signature}`,
    ]) {
      expect(keys.read(value)).toBeUndefined();
    }
  });
});
