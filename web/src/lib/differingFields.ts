const comparable = (value: unknown) => (Array.isArray(value) ? [...(value as unknown[])].sort() : (value ?? ''));

/** Returns the fields in which two states of a form differ. Neither the order of a list nor null for an empty text counts. */
export const differingFields = <Values extends object>(before: Values, after: Values): (keyof Values & string)[] =>
  (Object.keys(before) as (keyof Values & string)[]).filter(
    (field) => JSON.stringify(comparable(before[field])) !== JSON.stringify(comparable(after[field])),
  );
