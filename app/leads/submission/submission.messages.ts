import { practice } from "#content/practice.ts";
import type { Question } from "./submission-fields.ts";

/** What the one question says to which a program has no ready answer. */
export const questionMessages = {
  label: (word: string) => `To show that you are a person, please type this word: ${word}`,
  hint: "Small or capital letters, as you like.",
  wrong: "That was not the word, or it came too late. Please type the new one.",
} as const;

/** What a form shows that was not taken as it came: with scripting and without. */
export function findingsOf(notTaken: { reason: "question"; question: Question } | { reason: "too-many" }): {
  notice: { title: string; description: string };
  question?: Question;
} {
  if (notTaken.reason === "too-many") return { notice: tooManyNotice };
  const { question } = notTaken;
  return { question, notice: questionNotice(question) };
}

/** What stands above a form with a question in it. */
function questionNotice({ isAgain }: Question): { title: string; description: string } {
  return {
    title: isAgain ? "Please try once more" : "One more thing",
    description:
      "Please answer the question below and send the form again. Everything that you typed is still here.",
  };
}

/** Sent so often that even an answer does not help for the moment. */
const tooManyNotice = {
  title: "Too many forms from your network just now",
  description: `Please wait ten minutes and send it again, or call us at ${practice.phone.display}. Everything that you typed is still here.`,
} as const;

/** What stands in the field that nobody sees, for those who meet it all the same. */
export const trapLabel = "Please leave this empty";
