import { expect, test } from "vitest";
import { parsePicturePath, picturePath } from "./picture-address.ts";

const picture = { id: "0123456789abcdef0123456789abcdef", width: 1400, height: 900 };

test.each([480, 800, 1400])("the path of the file with %d pixels is read", (shown) => {
  expect(parsePicturePath(picturePath(picture, shown))).toEqual({ ...picture, shown });
});

test.each(["-481", "-1", "-99999", "-1400", "-0480"])("a path with the width %s is refused", (width) => {
  expect(parsePicturePath(`/pictures/${picture.id}-1400x900${width}.webp`)).toBeUndefined();
});
