/** Names a browser for display, such as “Chrome on macOS”. The user agent is not verified and has no reliable version. */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return unknownDevice;
  // Real user agents are shorter, and an attacker can send 16 KB.
  const text = userAgent.slice(0, maxUserAgentLength);
  const browser = findName(browsers, text);
  const system = findName(systems, text);
  if (browser === undefined) return system === undefined ? unknownDevice : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

const maxUserAgentLength = 500;
const unknownDevice = "An unknown browser";

type Names = readonly (readonly [pattern: RegExp, name: string])[];

// The first match counts, because nearly all browsers also claim to be Chrome and Safari.
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bDuckDuckGo\/|\bDdg\//, "DuckDuckGo"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bVersion\/[\w.]+ (?:Mobile(?:\/\w+)? )?Safari\//, "Safari"],
];

const systems: Names = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

function findName(names: Names, userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
