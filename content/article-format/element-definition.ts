import { z } from "zod";

/** What an element can contain: nothing, text, exactly one table or list, or only the tables of its data. */
type Content = "nothing" | "text" | "table" | "list" | "data";

type Fields = Readonly<Record<string, z.ZodType>>;
type Tables = Readonly<Record<string, z.ZodObject>>;

/** An element of articles: its attributes, and its data as Markdown tables whose columns are the fields of the schema. */
export type ElementDefinition<Attributes extends z.ZodObject = z.ZodObject, Data extends Tables = Tables> = {
  /** Whether it is part of a sentence. The others stand on lines of their own. */
  isInline: boolean;
  content: Content;
  attributes: Attributes;
  tables: Data;
};

/** An element in a sentence. */
export function inline<Shape extends Fields>(shape: Shape, content: "nothing" | "text" = "nothing") {
  return { isInline: true, content, attributes: z.strictObject(shape), tables: {} } as const;
}

/** An element around text, a table or a list. */
export function block<Shape extends Fields>(shape: Shape, content: "text" | "table" | "list") {
  return { isInline: false, content, attributes: z.strictObject(shape), tables: {} } as const;
}

/** An element that the site draws from the tables inside it. */
export function drawing<Shape extends Fields, Data extends Tables>(shape: Shape, tables: Data) {
  return { isInline: false, content: "data", attributes: z.strictObject(shape), tables } as const;
}

export const text = z.string().trim().min(1, "must not be empty");

export const number = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,6})?$/, "must be a number such as 12 or 12.5")
  .transform(Number);

/** Timelines draw a mark for each year, so that a timeline of any length could exhaust the memory of the server. */
const maxYearsBefore = 40;

/** Months before the closing. */
export const monthsBeforeClosing = number.pipe(
  z
    .number()
    .int("must be a whole number of months")
    .min(0, "must be at least 0")
    .max(maxYearsBefore * 12, `must be at most ${maxYearsBefore * 12}`),
);

/** A name among the keys of an object that is read at the time of the check, because publishing can replace it. */
export function nameIn<Name extends string>(read: () => Readonly<Record<Name, unknown>>, source: string) {
  return z.custom<Name>(
    (name) => typeof name === "string" && Object.hasOwn(read(), name),
    `must be a name in ${source}`,
  );
}
