import type { ClaimKind } from "#app/data/schema/claims.ts";

// All repetitions are bounded, so that the time to search a sentence grows only with its length.

/** “1,500”, “23.8” */
const number = String.raw`(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:\.\d{1,4})?`;
const spelled =
  "(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|dozens?)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?";
const amount = `(?:${number}|${spelled})`;
const scale = String.raw`(?:\s?(?:thousand|million|billion|trillion)\b|[KMB]\b)?`;
const year = String.raw`(?:19|20)\d\d`;
const month =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)";
const subsections = String.raw`(?:\([A-Za-z0-9]{1,4}\)){0,5}`;
const section = String.raw`\d{1,5}[A-Za-z]?(?:-\d{1,3})?(?:\.\d{1,4})?(?:-\d{1,3})?${subsections}`;

/** What counts of people, time or work are about. A spelled number before another word is rarely a figure that needs evidence. */
const countedWords =
  "(?:years?|decades?|months?|weeks?|days?|hours?|minutes?|percent|percentage points?|times|clients?|families|owners?|businesses|companies|advis[eo]rs?|professionals|offices|states|transactions|deals|sales|awards|reviews|ratings|stars|seats|dollars)";

/** Words that do not say what a number counts. */
const connectives =
  "(?:of|from|into|to|and|or|in|at|on|an|the|is|are|was|were|for|by|per|if|as|with|than|then|after|before|you|we|it|that|which|who|when|where|about|without)";

/** Years of experience and ranks. They are found before dates and numbers of sections are left out, because they can look like those. */
export const earlyPatterns: readonly (readonly [ClaimKind, RegExp])[] = [
  [
    "experience",
    new RegExp(
      `\\b${amount}\\+?[\\s-]years?(?=,? (?:of )?(?:[a-z-]{1,20} ){0,2}(?:experience|practice|service)\\b| (?:at (?:other|another|[A-Z])|in business|in practice|advising|serving|working|managing)\\b)`,
      "gi",
    ),
  ],
  [
    "experience",
    new RegExp(
      `(?<![(\\w])(?:since|(?:founded|established|opened|registered)(?: ·| the [a-z]{1,20})?(?: in| since)?) ${year}\\b`,
      "gi",
    ),
  ],
  ["superlative", /(?:#|\bno\. ?|\bnumber )(?:1|one)\b(?![\d-])/gi],
];

/** Figures that cannot be claims: dates and times, addresses, numbers of laws, sections and phones, and live numbers of seats. */
export const excludedPatterns: readonly RegExp[] = [
  /\bhttps?:\/\/\S{1,300}/gi,
  /\(?\b\d{3}\)?[ .-]\d{3}[.-]\d{4}\b/g,
  new RegExp(`\\b${month}\\.? \\d{1,2}(?!\\d)(?:, ${year})?`, "g"),
  new RegExp(`\\b\\d{1,2} ${month}\\.?(?: ${year})?\\b`, "g"),
  // The day of an event, in large type above its weekday.
  /\b\d{1,2} (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g,
  /\b\d{4}-\d\d-\d\d\b/g,
  /\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/g,
  /\b\d{1,2}:\d\d\b/g,
  /\b\d{1,2} ?[ap]\.?m\b/gi,
  new RegExp(
    `(?:\\b\\d{1,3} U\\.S\\.C\\. )?§§ ?${section}(?:,? (?:and )?${section}(?![\\d%.]|\\.\\d)){0,12}`,
    "g",
  ),
  new RegExp(`\\b\\d{1,3} (?:U\\.S\\.C\\.|C\\.?F\\.?R\\.?)(?: ?§{0,2} ?${section})?`, "g"),
  new RegExp(`§ ?${section}`, "g"),
  /\b(?:Rev\. Proc\.|Rev\. Rul\.|Pub\. L\.|Notice|T\.D\.|CRD|IARD|File No\.|No\.|Release) ?(?:No\. |number )?#?\d[\d-]{0,14}/g,
  new RegExp(String.raw`\b\d{1,4}[A-Z]?(?:\([A-Za-z0-9]{1,4}\)){1,5}`, "g"),
  /\b[A-Z]{1,6}-\d{1,4}\b/g,
  /\b(?:steps?|parts?|items?|sections?|chapters?|questions?|figures?|tables?|pages?|years?|months?|weeks?|days?|phases?|notes?|suite|floor|unit|room|forms?|schedule|series|version|rule|exhibit|appendix) \d{1,5}[A-Za-z]?(?:[–-]\d{1,5})?(?![\w%]|[.,]\d)/gi,
  /\b\d{1,5} (?:[A-Z][a-z]{1,20} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Lane|Way|Parkway|Plaza|Court|Square)\b/g,
  /\b[A-Z]{2} \d{5}(?:-\d{4})?\b/g,
  /\b\d{1,3}(?:st|nd|rd|th)\b/g,
  /\b\d{1,3} min\b(?! call)/g,
  /\b\d{1,6} (?:of \d{1,6} )?(?:seats?|places?|spots?) (?:(?:is|are) )?(?:left|free|remaining|available|taken)\b/gi,
  new RegExp(`\\b${year}(?:[–-](?:${year}|\\d\\d))?\\b(?![,.]\\d)`, "g"),
  // The number of an entry in a list.
  /(?:^|· )\d{1,2}[.)](?= |$)/g,
];

/** The other claims, in the order in which they are found. What one of them has found is not searched again. */
export const patterns: readonly (readonly [ClaimKind, RegExp])[] = [
  [
    "dollars",
    new RegExp(
      `[−–-]?\\$ ?${number}${scale}(?:\\s?[–-]\\s?\\$?${number}${scale})?\\+?|\\b${number}(?: thousand| million| billion)? dollars\\b`,
      "g",
    ),
  ],
  [
    "percentage",
    new RegExp(
      `\\b${amount}(?:\\s?[–-]\\s?${number})?(?:\\s?%|\\s(?:percent|percentage points?|basis points)\\b)\\+?`,
      "gi",
    ),
  ],
  [
    "credential",
    /\b(?:CIMA|CFP|CFA|CEPA|ChFC|CLU|CAIA|CPWA|CVA|ABV|AIF|RICP|CRPC|PFS|JD|MBA)\b[®™]?(?:-certified\b)?/g,
  ],
  [
    "credential",
    /\b(?:certified|chartered|licensed|accredited|registered) (?:[a-z]{1,20} ){0,3}(?:analyst|advis[eo]r|planner|fiduciary|accountant|attorney|professional|specialist)s?\b[®™]?/gi,
  ],
  [
    "superlative",
    /\b(?:largest|biggest|premier|foremost|finest|greatest|unrivall?ed|unmatched|unparalleled|unequall?ed|unique|award-winning|world-class|top-(?:rated|ranked|tier)|guaranteed|(?:we|can|will) guarantee|leading(?! (?:to|up)\b)|(?:the|our|your|an?) only\b|only (?:firm|advis[eo]r)|most (?:trusted|experienced|respected|successful|qualified|comprehensive|recognized)|lowest (?:fees?|costs?)|highest[- ](?:rated|returns?|standards?))\b/gi,
  ],
  ["superlative", /(?<!\b(?:works?|at|as) )\bbest\b(?! (?:interests?|if|when|to|for)\b)/gi],
  [
    "count",
    new RegExp(
      `(?<![\\w.,#§$])${number}\\+?(?:\\s?(?:[–-]|to|of|or)\\s?${number})?\\+?(?:[ -](?!${connectives}\\b)[A-Za-z]{2,20})?`,
      "g",
    ),
  ],
  ["count", new RegExp(`\\b${spelled}(?: (?:to|or) ${spelled})?[ -]${countedWords}\\b`, "gi")],
];
