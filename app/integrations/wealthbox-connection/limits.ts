/** A dry run of more people would be too long to read. */
export const maxPreviewedPeople = 10;
