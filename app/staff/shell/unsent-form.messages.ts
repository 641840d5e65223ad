/** For whoever has sent a form after their session had ended. */
export const unsentTexts = {
  title: "You are signed out, and nothing was saved",
  description: "Your session ended before this form was sent. What you entered is still in this page.",
  steps: ["Leave this page open.", "Sign in in a new tab.", "Come back here and press “Send it again”."],
  signIn: "Sign In (new tab)",
  again: "Send it again",
} as const;
