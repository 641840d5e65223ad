import { renderToStaticMarkup } from "react-dom/server";
import { AssessmentForm } from "#app/assessments/form/assessment-form.tsx";
import { contentPages } from "#app/pages/content-pages.ts";
import { EventSignupPage } from "#app/events/signup-page/event-signup-page.tsx";
import { createSignupView } from "#app/events/signup-page/event-view.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { about } from "#content/pages/about.ts";
import { aLiveEvent, readEventsAt } from "#tests/kit/an-event.ts";
import { homePage } from "#tests/spec/home-page.tsx";
import { contentScreen, faqsScreen } from "#tests/spec/screens.tsx";

const upcoming = aLiveEvent({ seatsTaken: 0 });

/** The pages that owners read, by path. */
export function renderPages(): Map<string, string> {
  const view = createSignupView(readEventsAt(new Date("2026-11-22T12:00:00Z"), [upcoming]));
  const scripts = { loader: "/l.js", island: "/i.js" };
  return new Map([
    ["/", homePage()],
    ...contentPages
      .filter(({ path }) => path !== about.path)
      .map(({ path }) => [path, contentScreen(path)] as const),
    [
      "/linkedin-live-signup",
      renderToStaticMarkup(
        <EventSignupPage view={view} years={32} scripts={scripts} form={{ formToken: "token" }} />,
      ),
    ],
    ["/pre-loi-assessment", renderToStaticMarkup(<AssessmentForm formToken="token" />)],
    ["/faqs", faqsScreen()],
  ]);
}

/** The text of an email, with a block for each paragraph. */
export function renderEmailText({ blocks }: EmailContent): string {
  const texts = blocks.flatMap((block) => {
    if (typeof block === "string") return [block];
    if ("steps" in block) return block.steps.map(({ text }) => text);
    if ("link" in block) return [`${block.link.before}${block.link.label}${block.link.after}`];
    return [];
  });
  return texts.map((text) => `<p>${text}</p>`).join("");
}
