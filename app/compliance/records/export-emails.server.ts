import type { Kysely } from "kysely";
import { type ExportFile, exportPages } from "#app/compliance/site-export/export-file.ts";
import type { DayRange } from "#app/data/lists/days.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailState, LettersTable } from "#app/data/schema/letters.ts";
import { getEmailLabel } from "#app/email/definition/email-kinds.ts";
import { readSentEmails } from "#app/email/delivery/sent-emails.server.ts";
import { type ListedEmail, renderEmailsPage } from "./emails-page.tsx";

/**
 * The emails that a mail server accepted on some days, without those about staff accounts, as files of an export: each as sent
 * except for the keys of private links, and a page that lists them.
 * @param withoutKeys removes what opens the private pages of the recipients, which the reader of an export must not see
 */
export async function* listEmailFiles(
  db: Kysely<Database>,
  days: DayRange,
  withoutKeys: (text: string) => string,
): AsyncGenerator<ExportFile> {
  const listed: ListedEmail[] = [];
  for await (const email of readSentEmails(db, days)) {
    const subject = email.subject ?? "";
    const htmlFile = email.bodyHtml === null ? undefined : `${email.id}.html`;
    const textFile = `${email.id}.txt`;
    const head = [
      `Sent: ${email.sentAt.toISOString()}`,
      `To: ${email.recipient}`,
      `Subject: ${subject}`,
      `Mail server: ${email.lastReply ?? ""}`,
    ];
    yield toFile(textFile, withoutKeys(`${head.join("\n")}\n\n${email.bodyText ?? ""}\n`));
    if (htmlFile !== undefined) yield toFile(htmlFile, withoutKeys(email.bodyHtml ?? ""));
    listed.push({
      recipient: email.recipient,
      subject,
      kind: getEmailLabel(email.kind),
      sentAt: email.sentAt,
      result: describeResult(email),
      htmlFile,
      textFile,
    });
  }
  yield { name: exportPages.emails, content: Buffer.from(withoutKeys(renderEmailsPage(listed))) };
}

type SentEmail = Pick<LettersTable, "lastReply" | "returnedAt"> & { state: EmailState };

/** The reply of a returned email begins with “Returned:”. Staff can retry it, and the reply is then that of the latest attempt. */
function describeResult({ state, lastReply, returnedAt }: SentEmail): string {
  if (state === "sent") {
    return returnedAt === null
      ? "Accepted by the mail server"
      : "Accepted by the mail server after an earlier attempt was returned";
  }
  if (lastReply?.startsWith("Returned: ") === true) return lastReply;
  return `Accepted by the mail server, then returned. Last reply: ${lastReply ?? "none"}`;
}

function toFile(name: string, text: string): ExportFile {
  return { name: `emails/${name}`, content: Buffer.from(text) };
}
