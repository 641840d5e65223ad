/** The fields of the form that names spellings. */
export const nameFields = { newName: "newName", spelling: "spelling" } as const;
