/** For whoever has sent a form after their session had ended. */
export const unsentTexts = {
  title: "You are signed out, and nothing was saved",
  description:
    "Your session ended before you sent the form. What you entered is still in this page: leave it open, sign in in a new tab, come back here and send it again.",
  signIn: "Sign In (new tab)",
  again: "Send it again",
} as const;
