import { expect, test } from "vitest";
import { doneIn } from "./event-done.ts";

test.each([
  ["done=added&told=1", "1 person who asked for the next date is written to."],
  ["done=changed&told=41&promoted=2", "41 people who hold a place are told of it."],
  ["done=cancelled&told=41", "41 people who hold a place are told of it."],
])("where email leaves, %s says who is told", (address, said) => {
  expect(doneIn(new URLSearchParams(address), true)).toContain(said);
});

test.each([
  [
    "done=added&told=1",
    "1 person asked for the next date. This server does not send email. Please tell people yourself.",
  ],
  [
    "done=changed&told=41&promoted=0",
    "41 people hold a place. This server does not send email. Please tell people yourself.",
  ],
  [
    "done=changed&told=1&promoted=2",
    "1 person holds a place, and 2 people got a seat from the waiting list. This server does not send email. Please tell people yourself.",
  ],
  [
    "done=cancelled&told=41",
    "41 people held a place. This server does not send email. Please tell people yourself.",
  ],
])("without a mail server, %s says whom to tell, and that nobody was told", (address, said) => {
  const text = doneIn(new URLSearchParams(address), false);
  expect(text).toContain(said);
  expect(text).not.toMatch(/are told|is told|written to/);
});

test.each([true, false])(
  "names nobody where there is nobody to tell (email sendsEmail: %s)",
  (sendsEmail) => {
    const textOf = (address: string) => doneIn(new URLSearchParams(address), sendsEmail);
    expect(textOf("done=changed&told=0&promoted=0")).toBe("The event was changed.");
    expect(textOf("done=noted&noted=3")).toBe("Saved for 3 people. What others noted meanwhile is kept.");
    expect(textOf("done=constructor")).toBeUndefined();
  },
);
