import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { practice } from "#content/practice.ts";
import { articlePaths } from "#app/pages/article-files.server.ts";

/** The URL table, in the order of specification section 2. */
export default [
  layout("site/chrome/public-layout.route.tsx", [
    index("site/home/home.route.tsx"),
    route("reviews", "site/reviews/reviews.route.tsx"),
    contentPage(practice.servicePageSlug),
    contentPage("business-valuation"),
    contentPage("tax-strategies"),
    contentPage("succession-planning"),
    ...articles(),
    route("linkedin-live-signup", "events/signup-page/event-signup.route.tsx"),
    eventConfirmation("linkedin-live-signup/registered"),
    eventConfirmation("linkedin-live-signup/waiting-list"),
    eventConfirmation("linkedin-live-signup/next-date"),
    route("linkedin-live-signup/place/:key", "events/attendee-page/attendee-page.route.tsx"),
    route("check-your-email", "intake/mailbox-confirmation/check-email.route.tsx"),
    route("confirm/:token", "intake/mailbox-confirmation/confirm-mailbox.route.tsx"),
    route("letters/preferences/:key", "people/preferences/email-preferences.route.tsx"),
    route("pre-loi-assessment", "assessments/form/assessment.route.tsx"),
    route("pre-loi-assessment/result/:key", "assessments/result/assessment-result.route.tsx"),
    route("faqs", "site/faqs/faqs.route.tsx"),
    regulatoryDocument("form-crs"),
    route("form-adv-part-2a", "compliance/disclosures/brochure.route.tsx"),
    regulatoryDocument("form-adv-part-2a/text"),
    regulatoryDocument("form-adv-part-2b"),
    regulatoryDocument("privacy-policy"),
    route("compliance-dashboard", "compliance/page-index/page-index.route.tsx"),
    route("compliance-dashboard/print-pack", "compliance/page-index/print-pack.route.tsx"),
    // Not in the specification: people expect them.
    route("blog", "site/articles/article-index.route.tsx"),
    contentPage("about"),
    route("*", "site/chrome/not-found.route.tsx"),
  ]),
  // Staff screens have a header of their own and the site's footer.
  layout("site/chrome/footer-layout.route.tsx", [
    layout("staff/shell/staff-layout.route.tsx", [
      layout("staff/shell/watched-layout.route.tsx", [
        route("admin", "staff/dashboard/dashboard.route.tsx"),
        route("admin/assessments", "staff/leads/all-assessments.route.tsx"),
        route("admin/signups", "staff/leads/all-signups.route.tsx"),
        route("admin/visitors", "staff/leads/all-visitors.route.tsx"),
        route("admin/tracking", "staff/leads/all-tracking-events.route.tsx"),
        route("admin/people", "staff/people/people.route.tsx"),
        route("admin/people/erased", "staff/person-erasure/erased.route.tsx"),
        route("admin/people/:leadId", "staff/people/person.route.tsx"),
        route("admin/people/:leadId/erase", "staff/person-erasure/person-erase.route.tsx"),
        route("admin/events", "staff/events/events.route.tsx"),
        route("admin/events/new", "staff/event-form/event-new.route.tsx"),
        route("admin/events/:eventId", "staff/events/event.route.tsx"),
        route("admin/events/:eventId/edit", "staff/event-form/event-edit.route.tsx"),
        route("admin/events/:eventId/cancel", "staff/event-form/event-cancel.route.tsx"),
        route("admin/letters", "staff/email/emails.route.tsx"),
        route("admin/letters/previews", "staff/email-previews/email-previews.route.tsx"),
        route("admin/letters/:id", "staff/email/email.route.tsx"),
        route("admin/audit", "staff/audit/audit-log.route.tsx"),
        route("admin/quarantine", "staff/quarantine/quarantine.route.tsx"),
        route("admin/quarantine/:id", "staff/quarantine/quarantined-submission.route.tsx"),
        route("admin/health", "staff/health/health.route.tsx"),
        route("admin/team", "staff/team/team.route.tsx"),
        route("admin/account", "staff/account/account.route.tsx"),
      ]),
    ]),
    // The screens for signing in have the site's header.
    layout("site/chrome/header-layout.route.tsx", [
      layout("staff/shell/staff-layout.route.tsx", { id: "staff/sign-in-layout" }, [
        route("auth", "staff/auth/sign-in.route.tsx"),
        route("auth/prove", "staff/auth-steps/step-up.route.tsx"),
        route("auth/new-password", "staff/auth-steps/new-password.route.tsx"),
        route("auth/second-factor", "staff/auth-steps/enrollment.route.tsx"),
        route("auth/confirm/:token", "staff/auth-links/confirm.route.tsx"),
        route("auth/reset", "staff/auth-links/reset-request.route.tsx"),
        route("auth/reset/:token", "staff/auth-links/reset.route.tsx"),
        route("auth/invitation/:token", "staff/auth-links/invitation.route.tsx"),
        route("auth/set-up/:token", "staff/auth-links/set-up.route.tsx"),
        route("auth/sign-out", "staff/auth/sign-out.route.tsx"),
      ]),
    ]),
  ]),
] satisfies RouteConfig;

/** A service page or the page about the adviser; its words are in `content/pages/`. */
function contentPage(path: string): RouteConfigEntry {
  return route(path, "site/services/content-page.route.tsx", { id: path });
}

/** What a sign-up for the live event has brought. */
function eventConfirmation(path: string): RouteConfigEntry {
  return route(path, "events/confirmation-page/event-confirmation.route.tsx", { id: path });
}

/** A document that the law asks for; its words are in `content/disclosures/`. */
function regulatoryDocument(path: string): RouteConfigEntry {
  return route(path, "compliance/disclosures/disclosure.route.tsx", { id: path });
}

/** An address for each file, so that every other address below `/blog` is unknown. */
function articles(): RouteConfigEntry[] {
  return articlePaths().map((path) => route(path.slice(1), "site/articles/article.route.tsx", { id: path }));
}
