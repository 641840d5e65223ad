import type { RegulatoryDocument } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { leadsKeptFor } from "#content/disclosures/retention.ts";
import { released } from "#content/release/release.ts";

const { advisoryLlc, complianceOfficer, email, firmName, phone, postalAddress } = practice;

const post = `${postalAddress.street}, ${postalAddress.city}, ${postalAddress.state} ${postalAddress.postalCode}`;

const reviewsFrame = practice.reviews.loadAtOnce
  ? "Our client reviews page loads a frame from an outside review service when you open it. Apart from that, our pages load nothing from other companies’ servers until you click."
  : "Our pages load nothing from other companies’ servers until you click. Client reviews from an outside service are loaded only when you ask for them.";

/**
 * Two documents on one page: what this website keeps about its visitors (part A), and the documents that come with a client's
 * account (part B). Change part A together with the code that it describes. Before publishing, counsel confirms the
 * acknowledgement for retirement accounts and the identification notice: the law on both has moved.
 */
export const privacyPolicy: RegulatoryDocument = released("privacyPolicy", {
  title: "Privacy Policy and Account Disclosures",
  description:
    "What this website keeps about its visitors and how to have it erased; and the account documents: fees, continuity, customer privacy, IRA duties.",
  subtitle: "Website privacy notice and account paperwork",
  date: "2026-11-30",
  opening: [
    `This page has two parts. [Part A](/privacy-policy#website-privacy) is for anyone who visits the website of ${firmName}. [Part B](/privacy-policy#account-disclosures) is for clients of ${advisoryLlc}, the registered investment adviser through which we offer advice, and for the account paperwork that they receive. “We” means both names.`,
  ],
  sections: [
    {
      id: "website-privacy",
      heading: "Part A: Website privacy notice",
      note: "For every visitor. You don’t have to be a client, or become one.",
      blocks: [
        "You can read every article, service page and disclosure here without telling us who you are. We learn your name when you give it to us, or when someone who knows you introduces you.",
      ],
      sections: [
        {
          id: "what-you-send",
          heading: "What you send us",
          blocks: [
            "What we keep depends on how you contact us:",
            {
              table: {
                caption: "What is kept, and what for",
                columns: ["What you do", "What we keep", "What for"],
                rows: [
                  [
                    "Take the [Pre-LOI Assessment](/pre-loi-assessment)",
                    "Name, email address, phone number, your seven answers, score and level, the time",
                    "To show and send you the result, and to prepare for a conversation with you",
                  ],
                  [
                    "Sign up for a [live event](/linkedin-live-signup)",
                    "Name, email address, and, if you give them, phone number, questions and topics; the time",
                    "To hold your seat, send the link and reminders, and answer your questions",
                  ],
                  [
                    "Talk with us, or are introduced to us by someone you know",
                    "Name, email address, phone number and company, who introduced you, and our notes",
                    "To follow up with you, and to remember what you have told us",
                  ],
                  [
                    "Write to us, or receive an email from us",
                    "The message, the addresses and the time, including emails that our system sends you and whether they could be delivered",
                    "To answer, and to keep the records that securities rules require",
                  ],
                ],
              },
            },
            "Each form has two boxes, one for email and one for calls. Both start empty, and neither is needed to send the form. We keep a receipt of which boxes you checked, when, and the wording beside them. With the form, we also record your network (IP) address, the browser and device that your browser names, and whether the form seems to be automated. Unless your browser [asks us not to](/privacy-policy#browser-signals), we record the first and the latest page, campaign or advertisement that led you here, including any tracking tag in its link.",
            "To keep automated submissions out, we check how a form arrives. If we are not sure that a person sent it, we hold it and may ask the sender to complete a short check.",
            "Each assessment result has a private address that cannot be guessed and is not listed in search engines. The email with your result links to it. Anyone who has the address can open the result, so share it only with people who may read it.",
            "A form may keep what you have typed in your own browser, so that a reload loses nothing. The copy is removed when you send the form or close the tab, and we do not receive what you never send.",
            "Please do not send account numbers, Social Security numbers or tax returns through a form or by ordinary email. We will give you a safer way.",
          ],
        },
        {
          id: "visit-records",
          heading: "What is recorded when you visit",
          blocks: [
            "We keep our own visit records, on our own system. A visit is entered once per browser session, shortly after the first page has loaded, and what follows in that session is added to it. The record can hold:",
            {
              list: [
                "the page, the date and time, the page or campaign that led you here, and any tracking tag in its link;",
                "the network (IP) address of the connection, in whole or in part, the browser and device that your browser names, and whether the visit seems to be automated;",
                "the pages that follow, how far each was scrolled, how long it was open or idle, and which of our buttons or booking links was pressed.",
              ],
            },
            "We use two cookies of our own for this. The one named “visit” prevents the same session from being counted twice and ends when you close the browser. The one named “browser” holds a random number for 180 days, so that a later visit is known to come from the same browser. If you send us a form, we link the visits of that browser to your name, so that we know what you have read before we speak with you. We never use a network address to link visits to a person.",
            "We do not use outside services to find out who an anonymous visitor is, we do not record your screen or your keystrokes, and we set no advertising cookies. Staff who sign in receive a cookie that keeps them signed in.",
            "Separately, our server may use the network address to limit abuse and writes a technical log to find errors.",
          ],
        },
        {
          id: "browser-signals",
          heading: "Global Privacy Control and Do Not Track",
          blocks: [
            "If your browser sends either signal, we honor it without asking you to do anything else: no visit record of you or your device is kept. Your visit is added to a daily total that identifies no one. The cookie “visit” then says only “counted,” and “browser” is not set. On pages that count visits, the footer tells you when a signal is honored. The site works the same way. A form that you choose to send still reaches us and is not linked to any visit.",
          ],
        },
        {
          id: "other-sites",
          heading: "Other companies",
          blocks: [
            `${reviewsFrame} Fonts, images and scripts come from our own server. The scheduling page, the event’s video platform, the SEC’s sites and other outside links belong to other companies: once you go there, their privacy notices apply.`,
          ],
        },
        {
          id: "who-sees-it",
          heading: "Who sees it, and what we never do with it",
          blocks: [
            "Our staff see it if their work requires it. So do companies that run servers or deliver email for us, under contracts that let them use it for that work only. We disclose information where the law requires it, and to regulators who examine us.",
            "We do not sell personal information, rent it, trade it, or share it for anyone’s advertising. The assessment score is computed from your answers, and we grant or refuse nothing because of it.",
          ],
        },
        {
          id: "how-long",
          heading: "How long we keep it",
          blocks: [
            {
              table: {
                caption: "What we keep, and for how long",
                columns: ["What we keep", "How long", "Details"],
                rows: [
                  [
                    "Assessments, sign-ups, their receipts, contact details that you gave us otherwise, our notes, and the emails that our system sent about them",
                    `Until you ask us to erase them, or for ${leadsKeptFor} after our last contact, whichever comes first`,
                    "“Contact” means a form, a consent, an email, an event or a call that you booked, in this system. After that, the records are deleted automatically. SEC rule 204-2 requires some records to be kept for five years from the end of the fiscal year of the last entry, and the period is long enough for that.",
                  ],
                  [
                    "Visit records",
                    "13 months",
                    "Visits that are linked to a form that you sent are kept as long as the form.",
                  ],
                  [
                    "Forms that await your confirmation by email, or that we hold for review, and the emails that ask you to confirm them",
                    "90 days at most",
                    "We may remove them earlier.",
                  ],
                  [
                    "Calls that you book on our scheduling page",
                    "As long as your forms",
                    "90 days if we have no form from you. We have a record only if that page reports the call to us: your email address and the time.",
                  ],
                  [
                    "A record that your address cannot receive email",
                    "As long as your forms",
                    "90 days if we have no form from you.",
                  ],
                  ["Other emails", leadsKeptFor, "Emails to an address from which we have no form."],
                  [
                    "Suppression list",
                    "As long as we send email",
                    "If you unsubscribe or withdraw consent, we keep your address for the sole purpose of not writing or calling again. After an erasure, we replace it with a one-way code, by which we can recognize the address but not read it.",
                  ],
                ],
              },
            },
          ],
        },
        {
          id: "your-requests",
          heading: "How to see, correct, export or erase it",
          blocks: [
            `Write to [${email}](mailto:${email}) or to ${complianceOfficer.name}, chief compliance officer, ${post}, or call [${phone.display}](tel:${phone.dial}). Tell us whether you want a copy, a correction or erasure. We first make sure that the request comes from you, usually by a reply from the address that we hold, and answer within 45 days. It costs nothing.`,
            `**Appeals.** If we decline a request, we tell you why and how to appeal. Write to ${complianceOfficer.name} at the same address, or reply to our decision, within a reasonable time after our decision, and say that you appeal. We answer in writing within 60 days after we receive your appeal, with the reasons. If the appeal is denied, you can [file a complaint with the Texas Attorney General](https://www.texasattorneygeneral.gov/consumer-protection/file-consumer-complaint). This process follows the Texas Data Privacy and Security Act (Tex. Bus. & Com. Code § 541.053).`,
            "Erasure removes from our system your forms, their receipts, the visits that are linked to them, and the emails that it sent to you or about you. It also releases your seat at an event. We delete the copies in our own mailbox ourselves, unless rules require us to keep them. Emails that securities rules require us to keep, the suppression list and a note of the erasure itself can stay, and backup copies stay until they are replaced. A visit from a browser that someone else has used to send us a form may stay as well, without your name.",
            "We do this for every visitor, wherever you live. Where a law requires us to keep something, we tell you what it is and keep it for that purpose only. Every event and marketing email has an unsubscribe link, and a request by any other route counts as well.",
          ],
        },
        {
          id: "website-security",
          heading: "Security",
          blocks: [
            "Pages and forms are sent over an encrypted connection. Only staff who have signed in and whose role allows it can open the records, and we give each person the least access that the work needs. No system is perfectly secure. If information from this site is exposed, we tell you as the law requires, and we follow the same incident program as for [client information](/privacy-policy#customer-privacy).",
            "The site is written for adults, and we do not knowingly collect information from children.",
          ],
        },
        {
          id: "changes",
          heading: "Changes to this notice",
          blocks: [
            "The date at the top is the date of this version. We do not put information that you have already given us to a materially different use without telling you first. Earlier versions are available on request.",
          ],
        },
      ],
    },
    {
      id: "account-disclosures",
      heading: "Part B: Account paperwork for clients",
      note: "For clients of the advisory firm. It goes with the advisory agreement and Form ADV, and replaces neither.",
      blocks: [
        "These notices concern accounts under our advisory agreement. Reading this website or sending us a form does not make them apply to you.",
      ],
      sections: [
        {
          id: "account-fees",
          heading: "Account fees",
          blocks: [
            "The custodian that holds your account charges the following. They are paid to the custodian, and we receive no part of them.",
            {
              table: {
                caption: "Custodian’s account charges",
                columns: ["Charge", "Amount", "When"],
                rows: [
                  ["Annual account fee", "$10.00", "Once a year, for each account"],
                  ["Postage", "$10.00", "For each transaction"],
                ],
                note: "Illustration: an account with six transactions in a year pays $10.00 + 6 × $10.00 = $70.00. The schedule that the custodian gives you governs, and lists its other charges, for example for wires and transfers.",
              },
            },
            "Our own fees are set out in [Form CRS](/form-crs#fees) and in [Item 5 of the brochure](/form-adv-part-2a/text#item-5).",
          ],
        },
        {
          id: "business-continuity",
          heading: "Business continuity plan",
          blocks: [
            "We have a written plan for interruptions of our business. Your money and securities are held by the custodian, so an interruption at our office does not affect who owns them.",
            {
              table: {
                caption: "Recovery objectives",
                columns: ["Interruption", "Example", "Target for resuming work"],
                rows: [
                  ["Local", "Our office or building cannot be used", "Within 4 hours"],
                  ["Regional", "A storm or power failure across the city or region", "Within 24 hours"],
                ],
                note: "Objectives, not guarantees. An event that also stops the custodian, the telephone network or the securities markets may take longer.",
              },
            },
            `The plan covers working from another place, copies of records kept apart from the office, ways to reach clients and staff, and other means of reaching the custodian. If you cannot reach us at [${phone.display}](tel:${phone.dial}) or [${email}](mailto:${email}), call the custodian at the number on your account statement for access to your account.`,
            "Much of our advice depends on the lead advisor. If the lead advisor dies or cannot work, the chief compliance officer informs every client. Your agreement cannot be assigned to another adviser without your consent, and you may end it at any time.",
            "We review the plan at least once a year and after any event in which we use it. A summary is available on request.",
          ],
        },
        {
          id: "customer-privacy",
          heading: "Customer privacy policy",
          blocks: [
            "This is our notice under Regulation S-P of the SEC (17 CFR Part 248, Subpart A). You receive it when you become a client, and again when a change in our practices or the rule calls for it.",
            "**What we collect.** Information on applications and in conversations with you, such as your name, Social Security number, income, assets, debts, tax returns and family circumstances; and information about your accounts, such as balances, holdings and transactions, from us and from the custodian.",
            "**What we disclose, and to whom.** We disclose it only as follows:",
            {
              list: [
                "to the custodian and others, as needed to carry out transactions that you ask for and to service your account;",
                "to companies that work for us, such as portfolio-reporting, record-keeping and mail services, under contracts that keep it confidential;",
                "to your CPA, attorney, banker or others whom you name, with your authorization;",
                "to a prospective client who asks for a reference: your name and that you are or were a client, only with your separate written consent, which you can take back at any time;",
                "to regulators, courts and others where law requires or permits it.",
              ],
            },
            "We make no other disclosure to unaffiliated companies, none for marketing, and we have no affiliates with which to share it. As these uses are permitted without an opt-out, there is none for you to exercise. The same holds for former clients.",
            "**How we protect it.** We keep written policies with administrative, technical and physical safeguards, limit access to people who need the information to serve you, and destroy what we no longer have to keep so that it cannot be read.",
            "**If there is an incident.** We maintain a written incident response program. If your sensitive customer information was, or is reasonably likely to have been, accessed or used without authorization, we notify you as soon as practicable, and not later than 30 days after we become aware that unauthorized access to or use of customer information has occurred or is reasonably likely to have occurred.",
            "The notice says what happened and when, which information was involved, what you can do and whom to ask. No notice is required where a reasonable investigation finds that the information has not been, and is not reasonably likely to be, used in a way that would cause substantial harm or inconvenience. The rule permits a delay only where the Attorney General finds that notice would pose a substantial risk to national security or public safety, and tells the SEC so in writing.",
            "We oversee our service providers so that they tell us of a breach as soon as possible, and not later than 72 hours after they become aware of it.",
          ],
        },
        {
          id: "ira-acknowledgement",
          heading: "Fiduciary acknowledgement for IRA accounts",
          blocks: [
            "In all our advice we are fiduciaries under the Investment Advisers Act of 1940. Retirement accounts are also governed by Title I of the Employee Retirement Income Security Act (ERISA) and by the Internal Revenue Code.",
            {
              callout:
                "When we provide investment advice, as those laws define it, to you regarding your retirement plan account or individual retirement account (IRA), we are fiduciaries within the meaning of Title I of ERISA, the Internal Revenue Code, or both, as applicable. The way we make money creates some conflicts with your interests, so for that advice we must act in your best interest and not put our interest ahead of yours.",
            },
            "For advice to which this acknowledgement applies we:",
            {
              list: [
                "meet a professional standard of care, and never put our financial interests ahead of yours;",
                "charge no more than is reasonable for our services;",
                "make no misleading statements about conflicts of interest, fees and investments;",
                "follow policies meant to ensure that our advice is in your best interest;",
                "give you basic information about our conflicts of interest and, where we recommend a rollover, the specific reasons in writing.",
              ],
            },
            "If you move a plan or an IRA to our management, our fee rises; that is a conflict. Whether particular advice falls under the definition depends on the facts. Under the regulation in force (29 CFR 2510.3-21) it generally means individual advice, given regularly and for a fee, on the mutual understanding that it will be a primary basis for your decisions. A single recommendation may fall outside it. This acknowledgement promises what those laws require and does not widen the definition. Our duty under the Advisers Act applies in either case.",
          ],
        },
        {
          id: "customer-identification",
          heading: "Customer identification notice",
          blocks: [
            "To help the government fight the funding of terrorism and money laundering, federal law requires banks, broker-dealers and certain other financial institutions to obtain, verify and record information that identifies each person who opens an account. The custodian of your account is such an institution.",
            "**What this means for you.** When you open an account, the custodian, or we on its behalf, will ask for your name, address, date of birth and taxpayer identification number, and may ask for a driver’s license or other identifying document. For a trust or a company, it may ask for its formation documents and about the people who own or control it. The custodian may decline or close an account if it cannot verify the information.",
          ],
        },
        {
          id: "acknowledgment",
          heading: "Acknowledgement",
          blocks: [
            "To be signed on paper, with the account forms. Website visitors have nothing to sign.",
            "I have received the account fees, business continuity plan, customer privacy policy, fiduciary acknowledgement for IRA accounts and customer identification notice above. My signature confirms receipt. It is not an advisory agreement, gives no authority over my account, and waives no right that I have under federal or state law.",
            { lines: ["Signature", "Date", "Name", "Account"] },
            `Please return the signed page in person or by mail to ${advisoryLlc}, ${post}.`,
          ],
        },
      ],
    },
  ],
});
