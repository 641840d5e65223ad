import { expect, test } from "vitest";
import { attendanceFields, notesIn, shownMark } from "./attendance.ts";

const ids = [1, 2, 3, 4].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const [ada = "", ben = "", eve = "", zoe = ""] = ids;

function form(ticked: readonly string[], { rest = false } = {}): FormData {
  const posted = new FormData();
  for (const [id, attended] of [
    [ada, null],
    [ben, true],
    [eve, false],
    [zoe, null],
  ] as const) {
    posted.append(attendanceFields.shown, shownMark(id, attended));
  }
  for (const id of ticked) posted.append(attendanceFields.came, id);
  if (rest) posted.append(attendanceFields.rest, "away");
  return posted;
}

test("rows that are left as they were are no notes: somebody else may have noted them meanwhile", () => {
  expect(notesIn(form([ben]))).toEqual([]);
});

test("a tick says that somebody came, also of whom it was said that they did not", () => {
  expect(notesIn(form([ada, ben, eve]))).toEqual([
    { signupId: ada, attended: true },
    { signupId: eve, attended: true },
  ]);
});

test("a tick that is taken away leaves nothing said", () => {
  expect(notesIn(form([]))).toEqual([{ signupId: ben, attended: null }]);
});

test("nobody else came: that is noted of everybody without a tick, and of nobody with one", () => {
  expect(notesIn(form([ada], { rest: true }))).toEqual([
    { signupId: ada, attended: true },
    { signupId: ben, attended: false },
    { signupId: zoe, attended: false },
  ]);
});

test.each(["", "x unknown", `${ada} perhaps`, `${ada} toString`, ada])("“%s” is no row", (mark) => {
  const posted = new FormData();
  posted.append(attendanceFields.shown, mark);
  posted.append(attendanceFields.came, ada);
  expect(notesIn(posted)).toEqual([]);
});
