import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { assessmentNotices } from "#app/assessments/questions/assessment.messages.ts";
import { pages } from "#app/pages/registry.ts";
import { ErrorScreen } from "#app/site/chrome/error-screen.tsx";
import { loadFailure } from "#app/staff/shell/error-page.messages.ts";
import { exportedNotice, nothingNotice } from "#app/staff/export-button/exports.messages.ts";
import { exportedLists } from "#app/staff/exports/exported-lists.server.ts";
import {
  linkSent,
  quickAccessMessages,
  signInMessages,
  signUpMessages,
} from "#app/staff/auth/sign-in.messages.ts";
import { elementsIn, linksIn, wordsOf } from "./markup.ts";

describe("specification section 8, error catalogue", () => {
  test.each([
    {
      situation: "Assessment failure",
      notice: assessmentNotices.failed,
      title: "Submission Error",
      text: "There was an error submitting your assessment. Please try again.",
    },
    {
      situation: "Assessment success",
      notice: assessmentNotices.complete,
      title: "Assessment Complete!",
      text: "Thank you for completing the Pre-LOI Roadmap Assessment.",
    },
    {
      situation: "Missing assessment fields",
      notice: assessmentNotices.incomplete,
      title: "Please complete all fields",
      text: "Fill in your contact information and answer all assessment questions.",
    },
    {
      situation: "Admin load failure",
      notice: loadFailure,
      title: "Error",
      text: "Failed to load data. Please check your authentication.",
    },
    {
      situation: "Export with no rows: assessments",
      notice: nothingNotice(findList("assessments").export),
      title: "No Data",
      text: "No assessment data to export.",
    },
    {
      situation: "Export success: assessments",
      notice: exportedNotice(findList("assessments"), 27),
      title: "Export Successful",
      text: "Exported 27 assessment records to CSV.",
    },
    {
      situation: "Export with no rows: signups",
      notice: nothingNotice(findList("signups").export),
      title: "No Data",
      text: "No signup data to export.",
    },
    {
      situation: "Export success: signups",
      notice: exportedNotice(findList("signups"), 27),
      title: "Export Successful",
      text: "Exported 27 signup records to CSV.",
    },
    {
      situation: "Export with no rows: visitors",
      notice: nothingNotice(findList("visitors").export),
      title: "No Data",
      text: "No visitor data to export.",
    },
    {
      situation: "Export success: visitors",
      notice: exportedNotice(findList("visitors"), 27),
      title: "Export Successful",
      text: "Exported 27 visitor records to CSV.",
    },
    {
      situation: "Export with no rows: tracking",
      notice: nothingNotice(findList("tracking").export),
      title: "No Data",
      text: "No tracking data to export.",
    },
    {
      situation: "Export success: tracking",
      notice: exportedNotice(findList("tracking"), 27),
      title: "Export Successful",
      text: "Exported 27 tracking events to CSV.",
    },
  ])("$situation: $title", ({ notice, title, text }) => {
    expect(notice.title).toBe(title);
    expect(notice.description).toBe(text);
  });

  test.each([
    {
      situation: "Quick login with invalid credentials",
      text: quickAccessMessages.none,
      specified: "Auto-login account not found. Please use manual sign up first.",
    },
    {
      situation: "Sign-up with registered email",
      text: signUpMessages["account-exists"],
      specified: "This email is already registered. Please sign in instead.",
    },
    {
      situation: "Sign-in invalid credentials",
      text: signInMessages.wrong,
      specified: "Invalid email or password. Please try again.",
    },
    {
      situation: "Sign-up success",
      text: linkSent.text,
      specified: "Check your email for the confirmation link!",
    },
  ])("$situation: $specified", ({ text, specified }) => {
    expect(text).toBe(specified);
  });
});

describe("specification section 2, not found and router fallback", () => {
  const notFound = renderToStaticMarkup(<ErrorScreen kind="not-found" />);
  const fault = renderToStaticMarkup(<ErrorScreen kind="internal" requestId="5b0c1d9e" />);

  test("an unknown route shows 404 and Oops! Page not found, with a Return to Home link, and is not indexed", () => {
    expect(wordsOf(notFound)).toContain("404");
    expect(elementsIn(notFound, "h1").join(" ")).toContain("Oops! Page not found");
    expect(linksIn(notFound)).toContainEqual({ words: "Return to Home", href: "/", opensNewTab: false });
    expect(pages.notFound.index).toBe(false);
  });

  // The error's message is not displayed, because it would reveal internals.
  test("the fallback screen is titled Unexpected Application Error! and gives the request's number", () => {
    expect(elementsIn(fault, "h1").join(" ")).toContain("Unexpected Application Error!");
    expect(wordsOf(fault)).toContain("5b0c1d9e");
    expect(fault).toContain('content="noindex"');
  });
});

function findList(name: string) {
  const found = exportedLists.find(({ list }) => list.name === name);
  if (found === undefined) throw new Error(`There is no export ${name}.`);
  return found.list;
}
