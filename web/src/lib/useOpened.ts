import { useRef, useState } from 'react';
import type { UserError } from './userErrors.ts';

type Values = Record<string, unknown>;

/**
 * The values with which a form was opened, which stay when the page reads them again. `seen`: those of the changed
 * fields, with which the server finds what another user has changed since. `refusedWith`: takes the server's refusals; of a
 * field whose value of now they show, the value of the page counts as seen.
 */
export function useOpened<Opened extends object | undefined>(now: Opened) {
  const [opened] = useState(now);
  const answered = useRef(new Set<string>());
  return {
    opened,
    seen: (changes: object): Partial<NonNullable<Opened>> =>
      Object.fromEntries(
        Object.keys(changes).map((field) => [
          field,
          ((answered.current.has(field) ? (now ?? opened) : opened) as Values)[field],
        ]),
      ) as Partial<NonNullable<Opened>>,
    refusedWith(errors: readonly UserError[]): readonly UserError[] {
      for (const { field, code } of errors) if (code === 'changed-meanwhile') answered.current.add(field);
      return errors;
    },
  };
}
