/** The parts of a report of undelivered email that a test chooses. */
export type ReportFacts = {
  /** The value of the header in the returned email; undefined for a report that does not return the headers. */
  bounceKey: string | undefined;
  recipient: string;
  originalRecipient?: string;
  action?: string;
  status?: string;
  diagnostic?: string;
};

/** A delivery status notification (RFC 3464) in the format of Postfix. */
export function createReport({
  bounceKey,
  recipient,
  originalRecipient,
  action = "failed",
  status = "5.1.1",
  diagnostic = `smtp; 550 ${status} <${recipient}>: Recipient address rejected: User unknown`,
}: ReportFacts): string {
  return `Return-Path: <>
Date: Sat, 21 Nov 2026 16:40:00 -0600 (CST)
From: MAILER-DAEMON@mail.example.com (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: office@example.com
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4F2A.1763764800/mail.example.com"
Message-Id: <20261121224000.A@mail.example.com>

This is a MIME-encapsulated message.

--4F2A.1763764800/mail.example.com
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--4F2A.1763764800/mail.example.com
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com
X-Postfix-Queue-ID: 4F2A
Arrival-Date: Sat, 21 Nov 2026 16:39:58 -0600 (CST)

Final-Recipient: rfc822; ${recipient}
${originalRecipient === undefined ? "" : `Original-Recipient: rfc822;${originalRecipient}\n`}Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.org
Diagnostic-Code: ${diagnostic}

--4F2A.1763764800/mail.example.com
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

From: Pinnacle Wealth Advisory <office@example.com>
To: ${originalRecipient ?? recipient}
Subject: Your seat
Message-ID: <letter.x@www.example.com>
${bounceKey === undefined ? "" : `X-Bounce-Key: ${bounceKey}\n`}
--4F2A.1763764800/mail.example.com--
`;
}
