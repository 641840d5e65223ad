/**
 * Connects the files of `content/` with the release of the site that is in use. The files are the schema and the first release; what visitors
 * read is the published release, which staff can change without a build (`app/publishing`).
 */

/** The documents of a release, by name. */
export type ReleaseDocuments = Readonly<Record<string, object>>;

let findDocuments: () => ReleaseDocuments | undefined = () => undefined;
let reportRead: (name: string) => void = () => undefined;

const firstVersions = new WeakMap<object, object>();

/**
 * Sets the source of the documents. Without one, or while it returns undefined, the files are in use.
 * @param report receives the name of each document that is read
 */
export function provideDocuments(
  find: () => ReleaseDocuments | undefined,
  report: (name: string) => void = () => undefined,
): void {
  findDocuments = find;
  reportRead = report;
}

/** The names of the documents that the current call of `derive` has read. */
let derivedFrom: Set<string> | undefined;

function noteRead(name: string): void {
  derivedFrom?.add(name);
  reportRead(name);
}

/**
 * Returns a view of a document: each property is read from the release in use at that moment. Code therefore reads the properties when it
 * needs them, and not while modules are loaded (`tests/fences/syntax-plants.ts`).
 * @param name identifies the document in stored releases and never changes
 * @param first the version in the file
 */
export function released<Document extends object>(name: string, first: Document): Document {
  const current = (): object => {
    noteRead(name);
    return findDocuments()?.[name] ?? first;
  };
  const view = new Proxy(first, {
    get: (_, key): unknown => Reflect.get(current(), key),
    has: (_, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(current(), key),
    set: () => false,
    deleteProperty: () => false,
  });
  firstVersions.set(view, first);
  return view;
}

/** The version of a document in its file. @throws if the object is not a view of a document */
export function fileVersion(view: object): object {
  const first = firstVersions.get(view);
  if (first === undefined) throw new Error("The object is not a document of a release.");
  return first;
}

/**
 * Returns a function that derives a value from the documents, once for each release.
 * @param derive reads the documents, and nothing else that changes
 */
export function derived<Value>(derive: () => Value): () => Value {
  const values = new WeakMap<object, { value: Value; from: ReadonlySet<string> }>();
  const files = {};
  return () => {
    const release = findDocuments() ?? files;
    let known = values.get(release);
    if (known === undefined) {
      known = deriveAndRecord(derive);
      values.set(release, known);
    }
    // Who reads the value reads what it was derived from.
    for (const name of known.from) noteRead(name);
    return known.value;
  };
}

function deriveAndRecord<Value>(derive: () => Value): { value: Value; from: ReadonlySet<string> } {
  const outer = derivedFrom;
  const from = new Set<string>();
  derivedFrom = from;
  try {
    return { value: derive(), from };
  } finally {
    derivedFrom = outer;
  }
}
