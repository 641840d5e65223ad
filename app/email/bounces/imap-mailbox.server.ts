import { createHash } from "node:crypto";
import type { ImapFlow, ImapFlowError } from "imapflow";
import { isLoopback } from "#app/platform/loopback.ts";
import {
  type BounceMailbox,
  MailboxError,
  type MailboxPosition,
  type ReadMessage,
} from "./bounce-mailbox.ts";
import { isReportType, type ParsedReport, readReport } from "./read-report.server.ts";

export type ImapTimeouts = {
  connectMs: number;
  /** Without any data from the server. */
  silenceMs: number;
};

const defaultTimeouts: ImapTimeouts = { connectMs: 15_000, silenceMs: 30_000 };

/** The messages of one run. Further ones are read by the next run. */
const maxMessages = 500;

/** The result of a search is one line, which the connection limits. Anyone can send any number of emails to the mailbox. */
const maxSearched = 10_000;

/** The first run reads only this many days, because a mailbox can contain years of email. */
const firstDays = 3;

/** Larger reports are truncated. They start with the status and the headers of the returned email. */
const maxReportBytes = 256 * 1_024;

/**
 * The mailbox in BOUNCE_URL. It can be a mailbox that people read, so it is opened read-only, and of other email only the Content-Type is
 * requested. `imaps://` uses TLS from the start; `imap://` to another machine must complete STARTTLS before the password is sent.
 */
export function openImapMailbox(bounceUrl: string, timeouts: ImapTimeouts = defaultTimeouts): BounceMailbox {
  const settings = parseMailboxUrl(bounceUrl);
  const { host, port, user, folder } = settings;
  return {
    id: createHash("sha256").update([host, port, user, folder].join("\n")).digest("hex"),
    describe: () => `Reports of undelivered email are read from ${host}, port ${port}.`,
    async *read(from, signal) {
      const client = await createClient(settings, timeouts);
      // Without a listener, an error of the connection would end the program.
      let lost: unknown;
      client.on("error", (error: unknown) => {
        lost = error;
      });
      const abort = (): void => client.close();
      signal.addEventListener("abort", abort);
      try {
        await client.connect();
        yield* readMessages(client, { folder, from, findCause: (error) => lost ?? error });
        // Everything was read.
        await client.logout().catch(() => undefined);
      } catch (error) {
        throw new MailboxError(describeError(lost ?? error, settings));
      } finally {
        signal.removeEventListener("abort", abort);
        client.close();
      }
    },
  };
}

type MailboxSettings = {
  isSecure: boolean;
  host: string;
  port: number;
  user: string;
  password: string;
  folder: string;
};

/** @param bounceUrl a valid value of BOUNCE_URL */
function parseMailboxUrl(bounceUrl: string): MailboxSettings {
  const url = new URL(bounceUrl);
  const isSecure = url.protocol === "imaps:";
  const folder = decodeURIComponent(url.pathname.slice(1));
  return {
    isSecure,
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isSecure ? 993 : 143) : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: folder === "" ? "INBOX" : folder,
  };
}

/** The library is loaded only where a mailbox is set up, because its tables of character sets take a megabyte. */
async function createClient(
  { isSecure, host, port, user, password }: MailboxSettings,
  { connectMs, silenceMs }: ImapTimeouts,
): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import("imapflow");
  return new Client({
    host,
    port,
    secure: isSecure,
    // Certificates are verified, which is the default of Node. A connection to this machine uses no network.
    ...(isSecure ? {} : { doSTARTTLS: !isLoopback(host) }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    maxLiteralSize: 2 * maxReportBytes,
    maxResponseSize: 4 * maxReportBytes,
    maxLineLength: maxReportBytes,
  });
}

type ReadOptions = {
  folder: string;
  from: MailboxPosition;
  /** The error that ended the connection, if one did; otherwise the given one. */
  findCause: (error: unknown) => unknown;
};

async function* readMessages(
  client: ImapFlow,
  { folder, from, findCause }: ReadOptions,
): AsyncGenerator<ReadMessage, void> {
  const { uidValidity: validity, uidNext } = await client.mailboxOpen(folder, { readOnly: true });
  const uidValidity = String(validity);
  const isContinued = uidValidity === from.uidValidity;
  const first = isContinued ? from.lastUid + 1 : Math.max(1, uidNext - maxSearched);
  const last = Math.min(uidNext - 1, first + maxSearched - 1);
  const uids = first > last ? [] : await findMessages(client, `${first}:${last}`, isContinued);
  for (const uid of uids) {
    const position = { uidValidity, lastUid: uid };
    try {
      yield { position, report: await readMessage(client, uid) };
    } catch (error) {
      if (!isTooLarge(findCause(error))) throw error;
      // It has ended the connection. The next run continues after it.
      yield { position, report: { kind: "unreadable" } };
      return;
    }
  }
  // Otherwise the next run would search the same numbers again.
  if (uids.length === 0 && (first <= last || !isContinued)) {
    yield { position: { uidValidity, lastUid: last }, report: { kind: "other" } };
  }
}

/** @returns the numbers of the first messages in a range, in order */
async function findMessages(client: ImapFlow, range: string, isContinued: boolean): Promise<number[]> {
  const since = new Date(Date.now() - firstDays * 86_400_000);
  const found = await client.search({ uid: range, ...(isContinued ? {} : { since }) }, { uid: true });
  if (!Array.isArray(found)) throw new Error("The search for new messages failed.");
  return found.toSorted((one, other) => one - other).slice(0, maxMessages);
}

/** Whether a message exceeded the limits of the connection, which then ends. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && tooLarge.includes(String(error.code));
}

const tooLarge = ["LiteralTooLarge", "ResponseTooLarge", "LineTooLarge"];

async function readMessage(client: ImapFlow, uid: number): Promise<ParsedReport> {
  const message = await client.fetchOne(String(uid), { headers: ["content-type"] }, { uid: true });
  // It was deleted meanwhile.
  if (message === false || message.headers === undefined) return { kind: "other" };
  const contentType = message.headers
    .toString("utf8")
    .replaceAll(/\r?\n[ \t]+/g, " ")
    .replace(/^content-type:/i, "");
  if (!isReportType(contentType.trim())) return { kind: "other" };
  const whole = await client.fetchOne(String(uid), { source: { maxLength: maxReportBytes } }, { uid: true });
  return whole === false || whole.source === undefined ? { kind: "other" } : readReport(whole.source);
}

/** The text never contains the user name and the password, even if the server repeats them. */
function describeError(thrown: unknown, { user, password }: MailboxSettings): string {
  const error: ImapFlowError & { authenticationFailed?: boolean } =
    thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error.authenticationFailed === true) return "The mailbox refused the user name or the password.";
  const said = error.responseText ?? error.message;
  return `${error.code ?? "Error"}: ${said}`
    .replaceAll(password, "…")
    .replaceAll(user, "…")
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, 300);
}
