/** Returns the GraphQL enum of a closed set: each value by its name, which is the value in upper case. */
export const enumOf = <Value extends string>(values: readonly Value[]): Record<Uppercase<Value>, Value> =>
  Object.fromEntries(values.map((value) => [value.toUpperCase(), value])) as Record<Uppercase<Value>, Value>;
