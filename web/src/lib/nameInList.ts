/** Returns the name of a person as lists and titles show it: 'Last, First', or a single name. */
export const nameInList = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [lastName, firstName].filter(Boolean).join(', ');
