/** What the one question says to which a program has no ready answer. */
export const questionMessages = {
  notice: {
    title: "One more thing",
    description:
      "Please answer the question below and send the form again. Everything that you typed is still here.",
  },
  label: (word: string) => `To show that you are a person, please type this word: ${word}`,
  hint: "Small or capital letters, as you like.",
} as const;

/** Sent so often that even an answer does not help for the moment. */
export const tooManyNotice = {
  title: "Too many forms from here just now",
  description:
    "Please wait ten minutes and send it again, or call us. Everything that you typed is still here.",
} as const;

/** What stands in the field that nobody sees, for those who meet it all the same. */
export const trapLabel = "Please leave this empty";
