import { index, layout, route, type RouteConfig, type RouteConfigEntry } from "@react-router/dev/routes";
import { registeredPages } from "#app/pages/content-pages.ts";

/** All URLs. Those of public pages come from the page registry, and those of articles from the published release. */
export default [
  layout("site/chrome/public-layout.route.tsx", [
    ...publicPages(),
    // The server answers paths of this pattern without an article like those without a page.
    route("blog/:slug", "site/articles/article.route.tsx"),
  ]),
  // Staff pages have their own header and the site's footer.
  layout("site/chrome/footer-layout.route.tsx", [
    layout("staff/shell/staff-layout.route.tsx", [
      layout("staff/shell/watched-layout.route.tsx", [
        ...staffPages(),
        route("admin/people/find", "staff/people/find-person.route.tsx"),
        route("admin/people/bookings", "staff/bookings/bookings.route.tsx"),
        route("admin/people/erased", "staff/person-erasure/erased.route.tsx"),
        route("admin/people/new", "staff/person-contact/person-new.route.tsx"),
        route("admin/people/:leadId", "staff/person/person.route.tsx"),
        route("admin/people/:leadId/contact", "staff/person-contact/contact.route.tsx"),
        route("admin/people/:leadId/merge", "staff/person-merge/merge.route.tsx"),
        route("admin/people/:leadId/erase", "staff/person-erasure/person-erase.route.tsx"),
        route("admin/events/new", "staff/event-form/event-new.route.tsx"),
        route("admin/events/:eventId", "staff/events/event.route.tsx"),
        route("admin/events/:eventId/edit", "staff/event-form/event-edit.route.tsx"),
        route("admin/events/:eventId/cancel", "staff/event-form/event-cancel.route.tsx"),
        route("admin/events/:eventId/message", "staff/event-messages/message-new.route.tsx"),
        route("admin/events/:eventId/message/:messageId", "staff/event-messages/message.route.tsx"),
        route("admin/events/:eventId/:signupId", "staff/event-people/seat-free.route.tsx"),
        route("admin/events/:eventId/:signupId/move", "staff/event-people/seat-move.route.tsx"),
        route("admin/events/:eventId/:signupId/link", "staff/event-people/seat-link.route.tsx"),
        route("admin/events/:eventId/attendance", "staff/event-people/attendance-import.route.tsx"),
        route("admin/events/:eventId/attendance/absent", "staff/event-people/attendance-absent.route.tsx"),
        route("admin/events/:eventId/guests", "staff/event-people/guest-new.route.tsx"),
        route("admin/sources/spend", "staff/source-forms/source-spend.route.tsx"),
        route("admin/sources/names", "staff/source-forms/source-names.route.tsx"),
        route("admin/claims/decide", "staff/claims/claims-decide.route.tsx"),
        route("admin/claims/:id", "staff/claims/claim.route.tsx"),
        route("admin/content/releases/:number", "staff/content-review/release.route.tsx"),
        route("admin/content/articles/new", "staff/content/article-new.route.tsx"),
        route("admin/content/:document", "staff/content/document.route.tsx"),
        route("admin/incidents/:id", "staff/incidents/incident.route.tsx"),
        route("admin/integrations/new", "staff/integrations/webhook-new.route.tsx"),
        route("admin/integrations/deliveries", "staff/deliveries/deliveries.route.tsx"),
        route("admin/integrations/deliveries/:id", "staff/deliveries/delivery.route.tsx"),
        route("admin/integrations/wealthbox", "staff/wealthbox/wealthbox.route.tsx"),
        route("admin/integrations/:id", "staff/integrations/webhook.route.tsx"),
        route("admin/letters/previews", "staff/email-previews/email-previews.route.tsx"),
        route("admin/letters/:id", "staff/email/email.route.tsx"),
        route("admin/quarantine/:id", "staff/quarantine/quarantined-submission.route.tsx"),
      ]),
    ]),
    // Sign-in pages have the site's header.
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

function publicPages(): RouteConfigEntry[] {
  return registeredPages.flatMap(({ path, pattern = path, eventPattern, file }) => {
    if (file === undefined || isStaffPage(path)) return [];
    if (path === "/") return index(file);
    const patterns = eventPattern === undefined ? [pattern] : [pattern, eventPattern];
    return patterns.map((each) => route(each.slice(1), file, { id: each }));
  });
}

function staffPages(): RouteConfigEntry[] {
  return registeredPages.flatMap(({ path, file }) =>
    file !== undefined && isStaffPage(path) ? route(path.slice(1), file) : [],
  );
}

function isStaffPage(path: string): boolean {
  return /^\/admin(\/|$)/.test(path);
}
