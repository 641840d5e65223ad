import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const mozilla = "Mozilla/5.0";
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const mac = `${mozilla} (Macintosh; Intel Mac OS X 10_15_7)`;
const windows = `${mozilla} (Windows NT 10.0; Win64; x64)`;
const iphone = `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`;
const android = `${mozilla} (Linux; Android 10; K)`;

test.each([
  ["Chrome on macOS", `${mac} ${webkit} Chrome/142.0.0.0 Safari/537.36`],
  ["Safari on macOS", `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`],
  ["Firefox on macOS", `${mozilla} (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0`],
  ["Edge on Windows", `${windows} ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ["Opera on Windows", `${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
  ["Firefox on Linux", `${mozilla} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`],
  ["Chrome on Linux", `${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`],
  ["Chrome on ChromeOS", `${mozilla} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`],
  ["Safari on iPhone", `${iphone} Version/26.0 Mobile/15E148 Safari/604.1`],
  ["Chrome on iPhone", `${iphone} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`],
  ["Firefox on iPhone", `${iphone} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`],
  ["Edge on iPhone", `${iphone} Version/18.0 EdgiOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
  ["Safari on iPad", `${iphone.replaceAll("iPhone", "iPad")} Version/16.6 Mobile/15E148 Safari/604.1`],
  ["Chrome on Android", `${android} ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`],
  [
    "Samsung Internet on Android",
    `${android} ${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
  ],
  ["Edge on Android", `${android} ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`],
  ["A browser on Windows", windows],
  ["An unknown browser", "curl/8.14.1"],
  ["An unknown browser", ""],
  ["An unknown browser", null],
])("returns %s", (name, userAgent) => {
  expect(deviceName(userAgent)).toBe(name);
});

test("ignores text beyond the length of a real user agent", () => {
  expect(deviceName(`${"x ".repeat(250)}Firefox/144.0`)).toBe("An unknown browser");
});
