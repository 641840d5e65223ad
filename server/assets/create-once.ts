/** Creates the result for each key on first use. A failure is not kept, so that the next caller tries again. */
export function createOnce<Key, Result>(
  create: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
  const results = new Map<Key, Promise<Result>>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = create(key);
    results.set(key, result);
    result.catch(() => results.delete(key));
    return result;
  };
}
