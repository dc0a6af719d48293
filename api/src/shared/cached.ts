/**
 * Returns the function with its results kept by argument. At most `limit` results are kept: the next one starts the
 * cache again, which costs less per call than keeping track of what was used last.
 */
export function cached<A, R>(limit: number, compute: (argument: A) => R & {}): (argument: A) => R & {} {
  const results = new Map<A, R & {}>();
  return (argument) => {
    const known = results.get(argument);
    if (known !== undefined) return known;
    if (results.size >= limit) results.clear();
    const result = compute(argument);
    results.set(argument, result);
    return result;
  };
}
