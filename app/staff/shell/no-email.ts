/** Texts for staff on a server without a mail server. */
export const noEmail = "This server does not send email.";

/** For screens where people would otherwise be notified. */
export const notifyPeople = `${noEmail} Please notify them directly.`;
