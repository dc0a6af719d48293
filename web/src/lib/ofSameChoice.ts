/** The `updateQuery` of `fetchMore`. */
type Merge<Data> = (before: Data, more: { fetchMoreResult: Data }) => Data;

/**
 * Returns an `updateQuery` of `fetchMore` that leaves the rows as they are when the query has other variables by then:
 * Apollo Client would add rows of the earlier choice to those of the one that is shown.
 */
export function ofSameChoice<Data>(observable: { readonly variables: unknown }, merge: Merge<Data>): Merge<Data> {
  const asked = JSON.stringify(observable.variables);
  return (before, more) => (JSON.stringify(observable.variables) === asked ? merge(before, more) : before);
}
