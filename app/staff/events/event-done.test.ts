import { expect, test } from "vitest";
import { readDoneText } from "./event-done.ts";

test.each([
  ["done=added&told=1", "1 person who asked for the next date will get an email."],
  ["done=changed&told=41&promoted=2", "41 people who had signed up will get an email."],
  ["done=cancelled&told=41", "41 people who had signed up will get an email."],
])("with a mail server, %s displays who is notified", (address, text) => {
  expect(readDoneText(new URLSearchParams(address), true)).toContain(text);
});

test.each([
  [
    "done=added&told=1",
    "1 person asked for the next date. This server does not send email. Please notify them directly.",
  ],
  [
    "done=changed&told=41&promoted=0",
    "41 people had signed up. This server does not send email. Please notify them directly.",
  ],
  [
    "done=changed&told=1&promoted=2",
    "1 person had signed up, and 2 people got a seat from the waiting list. This server does not send email. Please notify them directly.",
  ],
  [
    "done=cancelled&told=41",
    "41 people had signed up. This server does not send email. Please notify them directly.",
  ],
])("without a mail server, %s displays whom staff must tell", (address, expected) => {
  const text = readDoneText(new URLSearchParams(address), false);
  expect(text).toContain(expected);
  expect(text).not.toMatch(/will get an email/);
});

test.each([true, false])("mentions no one if no one is affected (sendsEmail: %s)", (sendsEmail) => {
  const getText = (address: string) => readDoneText(new URLSearchParams(address), sendsEmail);
  expect(getText("done=changed&told=0&promoted=0")).toBe("The event was changed.");
  expect(getText("done=noted&noted=3")).toBe("Attendance saved for 3 people.");
  expect(getText("done=constructor")).toBeUndefined();
});
