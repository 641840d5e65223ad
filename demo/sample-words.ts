// Everything here is fictional. No mailbox exists under `.invalid`, the phone numbers 555-0100 to 555-0199 are unassigned, and the network
// addresses are reserved for documentation (RFC 5737).

export const firstNames = wordsIn(`
  Thomas Dana Priya Rosa Walter Elena Marcus Ingrid Samuel Leticia Grant Mei Harold Yolanda Peter
  Amara Douglas Sofía Renée Joaquín Bettina Calvin Farah Nils Miriam Oscar Judith Trent Anneliese
  Desmond Gloria Hyun-woo Lorraine Vikram Cecilia Everett Noor Paulina Roger Tamsin`);

export const lastNames = wordsIn(`
  Avery Villarreal Whitlock Okafor Lindqvist Castellanos Brandt Nakamura Prescott Delgado Haverford
  Iyer Kowalczyk Mbeki-Lang O’Rourke Petrov Quintanilla Rasmussen Sandoval Tran Underhill Vasquez
  Weatherby Ximénez Yarborough Zielinski Abernathy Bouchard Calloway Drummond Eastman Fairbanks
  Galindo Hollis Ivanova Jessup Kendrick Larkspur McAllister Norwood`);

export const companies = wordsIn(`
  hill-country-millwork lone-star-hvac brazos-logistics pecan-street-foods caprock-tooling
  riverbend-dental-labs gulf-coast-valves bluebonnet-software llano-stone mesa-electrical
  san-marcos-plastics blackland-seed balcones-surgical cedar-park-packaging comal-engineering
  high-plains-freight barton-analytics guadalupe-steel travis-staffing wimberley-brands`);

/** Area codes; their time zones do not matter here. */
export const areaCodes = ["512", "737", "210", "214", "713", "830", "254"] as const;

export const asked = [
  "We have had an unsolicited offer. What should we not say yet?",
  "Is 18 months enough if the books are already reviewed?",
  "Does an installment sale still make sense with rates where they are?",
  "How do we tell our managers, and when?",
  "My brother owns 40 % and does not want to sell. Will you cover that?",
  "What does “quality of earnings” cost, and who pays for it?",
  "Our shares date from 2012. Can they be qualified small business stock?",
  "Can we still set up a trust after a letter of intent?",
  "What happens to the lease if the building is ours?",
  "Will there be a recording?",
] as const;

export const wanted = [
  "Taxes",
  "Timing",
  "What buyers look at first",
  "Earn-outs",
  "Family and succession",
  "Keeping key people",
  "Working with my CPA",
  "Life after the sale",
] as const;

export const eventTitles = [
  "Five years before a sale",
  "What a buyer reads first",
  "One $10M sale, line by line",
  "Selling to your managers",
  "When family owns the shares",
  "Earn-outs, read by a seller’s counsel",
  "Before the letter of intent",
] as const;

export const browsers = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
] as const;

export const robots = [
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "user agent says Googlebot"],
  ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", "user agent says bingbot"],
  ["curl/8.14.1", "user agent says curl/"],
] as const;

/** The content of spam. */
export const spam = [
  "Get 500 qualified investor leads this week, reply YES",
  "We noticed your website has 17 critical SEO errors",
  "Fast business loans, no paperwork, decision in one hour",
] as const;

function wordsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
