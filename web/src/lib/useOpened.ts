import { useState } from 'react';
import type { UserError } from './userErrors.ts';

type Values = Record<string, unknown>;

/**
 * The values with which a form was opened, which stay when the page reads them again. `seen`: those of the changed
 * fields, with which the server finds what another user has changed since. `refusedWith`: takes the server's refusals; of
 * a field whose value of now they show, that value replaces the one of then.
 */
export function useOpened<Opened extends object | undefined>(first: Opened) {
  const [opened, setOpened] = useState(first);
  return {
    opened,
    seen: (changes: object): Partial<NonNullable<Opened>> =>
      Object.fromEntries(Object.keys(changes).map((field) => [field, (opened as Values)[field]])) as Partial<
        NonNullable<Opened>
      >,
    refusedWith(errors: readonly UserError[]): readonly UserError[] {
      const shown = errors
        .filter(({ code }) => code === 'changed-meanwhile')
        .map(({ field, value }) => [field, JSON.parse(value ?? 'null') as unknown]);
      if (shown.length > 0) setOpened({ ...opened, ...Object.fromEntries(shown) });
      return errors;
    },
  };
}
