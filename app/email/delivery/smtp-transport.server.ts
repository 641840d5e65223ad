import { createTransport, type NodemailerError, type SendMailOptions } from "nodemailer";
import type { Readable } from "node:stream";
import { isLoopback } from "#app/platform/loopback.ts";
import { formatReply } from "#app/email/format-reply.ts";
import { findStatusCode } from "#app/email/bounces/status-codes.ts";
import type { Delivery, MailTransport, OutgoingEmail, ReplyCodes } from "./mail-transport.ts";

export type SmtpTimeouts = {
  /** From the DNS lookup to the greeting, and again for the upgrade to TLS. */
  connectMs: number;
  /** From the start of a delivery until the server has the whole email. */
  transferMs: number;
  /** From then until the server's reply. A shorter timeout would send duplicates of email that the server goes on to deliver. */
  replyMs: number;
};

/** RFC 5321 section 4.5.3.2.6 requires ten minutes for the reply. */
const defaultTimeouts: SmtpTimeouts = { connectMs: 10_000, transferMs: 120_000, replyMs: 600_000 };

/** Idle connections close after this time, because mail servers limit the connections of a client. */
const idleTimeoutMs = 20_000;

/**
 * Sends email through the mail server in SMTP_URL. `smtp://` starts in plaintext and upgrades with STARTTLS, `smtps://` uses
 * TLS from the start. Another machine must complete STARTTLS before anything is sent to it; `?requireTLS=false` lifts that for
 * a server without TLS, but never for a password.
 */
export function createSmtpTransport(
  smtpUrl: string,
  timeouts: SmtpTimeouts = defaultTimeouts,
): MailTransport {
  const pool = createTransport({
    url: withoutRequireTls(smtpUrl),
    pool: true,
    maxConnections: 5,
    // Many servers close a connection after some messages or minutes. A message of which nothing was sent is retried once.
    maxRequeues: 1,
    requireTLS: requiresTls(smtpUrl),
    connectionTimeout: timeouts.connectMs,
    idleTimeout: idleTimeoutMs,
    // `Transfer` limits both phases of a delivery. The pool has one inactivity limit for both, so it must be the longest.
    socketTimeout: timeouts.transferMs + timeouts.replyMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const transfers = new WeakMap<AbortSignal, Transfer>();
  pool.use("stream", ({ data, message }, done) => {
    const transfer = data.signal && transfers.get(data.signal);
    if (transfer !== undefined) message.processFunc((content) => transfer.watch(content));
    done();
  });
  return {
    async deliver(email) {
      const transfer = new Transfer(timeouts);
      const { signal } = transfer;
      transfers.set(signal, transfer);
      try {
        const { response } = await pool.sendMail({ ...toSendMailOptions(email), signal });
        return { kind: "sent", reply: formatReply(response) };
      } catch (error) {
        return toDelivery(error, transfer.isComplete);
      } finally {
        transfer.end();
      }
    },
    sendsEmail: true,
    describe: () => describe(smtpUrl),
    close: () => pool.close({ force: true }),
  };
}

/** Plaintext can be read and modified in transit, so only the loopback interface or an explicit setting allows it. */
function requiresTls(smtpUrl: string): boolean {
  const { hostname, password, protocol, searchParams, username } = new URL(smtpUrl);
  if (protocol === "smtps:" || isLoopback(hostname)) return false;
  const hasPassword = username !== "" || password !== "";
  return hasPassword || searchParams.get("requireTLS") !== "false";
}

/** nodemailer lets the URL override its options, so the parameter is removed after it is read. */
function withoutRequireTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  if (!url.searchParams.has("requireTLS")) return smtpUrl;
  url.searchParams.delete("requireTLS");
  return url.href;
}

/** Aborts a delivery that exceeds its timeouts, and records whether the server may have the whole email. */
class Transfer {
  isComplete = false;
  readonly #timeouts: SmtpTimeouts;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout;

  constructor(timeouts: SmtpTimeouts) {
    this.#timeouts = timeouts;
    this.#timer = this.#abortAfter(timeouts.transferMs);
  }

  /** Aborted at the timeout. It also identifies the delivery in the pool's plugin. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The stream ends when the connection has read all of it. */
  watch(content: Readable): Readable {
    // The pool must not send an email again that the server may have.
    if (this.isComplete) return content.destroy(new Error("The email was transferred before."));
    return content.once("end", () => {
      this.isComplete = true;
      clearTimeout(this.#timer);
      this.#timer = this.#abortAfter(this.#timeouts.replyMs);
    });
  }

  /** Must be called once, after every result. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #abortAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(), ms);
  }
}

function toSendMailOptions(email: OutgoingEmail): SendMailOptions {
  const { messageId, from, to, replyTo, subject, text, html, headers, calendar } = email;
  return {
    messageId,
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    headers,
    ...(replyTo === undefined || !hasAsciiLocalPart(replyTo.address) ? {} : { replyTo }),
    ...(calendar === undefined
      ? {}
      : { icalEvent: { method: calendar.method, filename: "event.ics", content: calendar.text } }),
  };
}

/**
 * Other local parts need SMTPUTF8, which many servers lack, so they are left out of Reply-To; the text contains the address too. Domains
 * are converted to ASCII.
 */
function hasAsciiLocalPart(address: string): boolean {
  return /^\p{ASCII}*@[^@]*$/u.test(address);
}

/** @param isTransferred whether the server may have the whole email */
function toDelivery(thrown: unknown, isTransferred: boolean): Delivery {
  // nodemailer rejects with its own errors only.
  const error: NodemailerError = thrown instanceof Error ? thrown : new Error(String(thrown));
  const reply = formatReply(describeError(error));
  const codes = findCodes(error);
  if (isPermanent(error)) {
    return { kind: "rejected", reply, recipientStatus: findRecipientStatus(error), codes };
  }
  return { kind: "deferred", reply, isUnclear: isTransferred && codes === undefined, codes };
}

function findCodes({ response, responseCode }: NodemailerError): ReplyCodes | undefined {
  if (responseCode === undefined) return undefined;
  return { replyCode: responseCode, enhancedStatusCode: findStatusCode(response ?? "") };
}

function findRecipientStatus({ command, response }: NodemailerError): string | undefined {
  return command === "RCPT TO" && response !== undefined ? findStatusCode(response) : undefined;
}

function describeError({ code, command, message, response }: NodemailerError): string {
  if (code === "EABORT") return "The mail server did not respond in time.";
  if (code === "ETLS" && command === "STARTTLS" && response !== undefined) {
    return `The mail server did not start TLS, so nothing was sent to it: ${response}`;
  }
  return message;
}

/** Codes that request authentication (RFC 4954). They concern our account, not the email. */
const authenticationCodes: readonly (number | undefined)[] = [530, 534, 535, 538];

/** Whether the server would reject the same email again because of its recipient or content. */
function isPermanent({ code, command, permanent, responseCode }: NodemailerError): boolean {
  // nodemailer found the address invalid and contacted no server.
  if (code === "EENVELOPE" && command === "API") return true;
  const concernsEmail = code === "EMESSAGE" || (code === "EENVELOPE" && command === "RCPT TO");
  return concernsEmail && permanent === true && !authenticationCodes.includes(responseCode);
}

function describe(smtpUrl: string): string {
  const { hostname, port, protocol } = new URL(smtpUrl);
  const defaultPort = protocol === "smtps:" ? "465" : "587";
  const mayBePlaintext = protocol === "smtp:" && !isLoopback(hostname) && !requiresTls(smtpUrl);
  const warning = mayBePlaintext ? ", without TLS if the server offers none" : "";
  return `Email is sent through ${hostname}, port ${port === "" ? defaultPort : port}${warning}.`;
}
