/**
 * Connects the files of `content/` with the release of the site that is in use. The files are the schema and the first release; what visitors
 * read is the published release, which staff can change without a build (`app/publishing`).
 */

/** The documents of a release, by name. */
export type ReleaseDocuments = Readonly<Record<string, object>>;

let findDocuments: () => ReleaseDocuments | undefined = () => undefined;

const firstVersions = new WeakMap<object, object>();

/** Sets the source of the documents. Without one, or while it returns undefined, the files are in use. */
export function provideDocuments(find: () => ReleaseDocuments | undefined): void {
  findDocuments = find;
}

/**
 * Returns a view of a document: each property is read from the release in use at that moment. Code therefore reads the properties when it
 * needs them, and not while modules are loaded (`tests/fences/syntax-plants.ts`).
 * @param name identifies the document in stored releases and never changes
 * @param first the version in the file
 */
export function released<Document extends object>(name: string, first: Document): Document {
  const current = (): object => findDocuments()?.[name] ?? first;
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
  const values = new WeakMap<object, { value: Value }>();
  const files = {};
  return () => {
    const release = findDocuments() ?? files;
    const known = values.get(release);
    if (known !== undefined) return known.value;
    const value = derive();
    values.set(release, { value });
    return value;
  };
}
