/**
 * How long leads are kept after the last contact. The Advisers Act asks for records until five years after the end of the fiscal year
 * (17 CFR 275.204-2(e)(1)), which six years after a day are never short of: do not set less.
 */
export const leadsKeptFor = "6 years";
