/** Where a browser finds which links it may follow ahead of a press. */
export const speculationRulesPath = "/speculation-rules.json";
