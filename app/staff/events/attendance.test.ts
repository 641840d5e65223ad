import { expect, test } from "vitest";
import { attendanceFields, readAttendanceNotes, formatMark } from "./attendance.ts";

const ids = [1, 2, 3, 4].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const [ada = "", ben = "", eve = "", zoe = ""] = ids;

function form(checked: readonly string[], { rest = false } = {}): FormData {
  const posted = new FormData();
  for (const [id, attended] of [
    [ada, null],
    [ben, true],
    [eve, false],
    [zoe, null],
  ] as const) {
    posted.append(attendanceFields.shown, formatMark(id, attended));
  }
  for (const id of checked) posted.append(attendanceFields.came, id);
  if (rest) posted.append(attendanceFields.rest, "away");
  return posted;
}

test("ignores unchanged rows, which a colleague may have changed in the meantime", () => {
  expect(readAttendanceNotes(form([ben]))).toEqual([]);
});

test("a checked box records attendance, also for a person marked absent", () => {
  expect(readAttendanceNotes(form([ada, ben, eve]))).toEqual([
    { signupId: ada, attended: true },
    { signupId: eve, attended: true },
  ]);
});

test("a cleared box resets the attendance to unknown", () => {
  expect(readAttendanceNotes(form([]))).toEqual([{ signupId: ben, attended: null }]);
});

test("the box for all others marks every unchecked person as absent", () => {
  expect(readAttendanceNotes(form([ada], { rest: true }))).toEqual([
    { signupId: ada, attended: true },
    { signupId: ben, attended: false },
    { signupId: zoe, attended: false },
  ]);
});

test.each(["", "x unknown", `${ada} perhaps`, `${ada} toString`, ada])(
  "ignores the invalid mark “%s”",
  (mark) => {
    const posted = new FormData();
    posted.append(attendanceFields.shown, mark);
    posted.append(attendanceFields.came, ada);
    expect(readAttendanceNotes(posted)).toEqual([]);
  },
);

test("boxes of other pages of the list are recorded, and those of this page only once", () => {
  const [far, near] = ["00000000-0000-4000-8000-000000000009", "00000000-0000-4000-8000-000000000008"];
  const posted = form([ada, ben], { rest: true });
  const marks = [formatMark(ada, true), formatMark(far, true), formatMark(near, null)];
  posted.append(attendanceFields.changed, marks.join(", "));
  expect(readAttendanceNotes(posted)).toEqual([
    { signupId: ada, attended: true },
    { signupId: zoe, attended: false },
    { signupId: far, attended: true },
    { signupId: near, attended: null },
  ]);
});
