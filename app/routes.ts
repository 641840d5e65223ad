import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/** The URL table, in the order of specification section 2. */
export default [
  layout("site/chrome/public-layout.route.tsx", [
    index("site/home/home.route.tsx"),
    route("pre-loi-assessment", "leads/assessment/assessment.route.tsx"),
    route("pre-loi-assessment/result/:key", "leads/assessment/assessment-result.route.tsx"),
    route("*", "site/chrome/not-found.route.tsx"),
  ]),
  // Staff screens wear their own head and the same foot.
  layout("site/chrome/footer-layout.route.tsx", [
    layout("staff/staff-layout.route.tsx", [
      route("admin", "staff/dashboard/dashboard.route.tsx"),
      route("auth", "staff/sign-in/sign-in.route.tsx"),
      route("auth/set-up/:token", "staff/sign-in/set-up.route.tsx"),
      route("auth/sign-out", "staff/sign-in/sign-out.route.tsx"),
    ]),
  ]),
] satisfies RouteConfig;
