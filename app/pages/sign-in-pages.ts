import type { Page } from "./page.ts";

/** The pages of signing in. `app/routes.ts` lists their routes with the links in emails. */
export const signInPages = {
  auth: { path: "/auth", title: "Admin Access", description: "Sign in for staff.", index: false },
  prove: {
    path: "/auth/prove",
    title: "Confirm your identity",
    description: "Verify your second factor or sign in again.",
    index: false,
  },
  newPassword: {
    path: "/auth/new-password",
    title: "Choose a longer password",
    description: "Replace a password that is too short for your account.",
    index: false,
  },
  enrollment: {
    path: "/auth/second-factor",
    title: "Set up a second factor",
    description: "Set up the second factor that your account needs.",
    index: false,
  },
  confirmAddress: {
    path: "/auth/confirm",
    canonicalPath: "/auth",
    title: "Confirm your address",
    description: "Confirm the address of a new account.",
    index: false,
  },
  passwordReset: {
    path: "/auth/reset",
    title: "Choose a new password",
    description: "Request a link to choose a new password.",
    index: false,
  },
  invitation: {
    path: "/auth/invitation",
    canonicalPath: "/auth",
    title: "Your invitation",
    description: "Create your account.",
    index: false,
  },
  setUp: {
    path: "/auth/set-up",
    canonicalPath: "/auth",
    title: "Set up the first owner",
    description: "Create the first owner's account.",
    index: false,
  },
} as const satisfies Record<string, Page>;
