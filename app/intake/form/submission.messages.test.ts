import { expect, test } from "vitest";
import { limitNotice } from "./submission.messages.ts";

test.each([
  [0, "Please wait ten minutes and submit your form again"],
  [600, "Please wait ten minutes and submit your form again"],
  [601, "Please try again in an hour"],
  [3_600, "Please try again in an hour"],
  [3_601, "Please try again tomorrow"],
  [86_400, "Please try again tomorrow"],
])("a limit of a network that ends in %i seconds", (retryAfterSeconds, said) => {
  const { title, description } = limitNotice({ reason: "too-many", retryAfterSeconds });
  expect(title).toBe("Too many submissions from your network");
  expect(description).toMatch(new RegExp(`^${said}, or call us at .*Everything you typed is still here\\.$`));
});
