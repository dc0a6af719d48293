import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { Unreachable } from './reach.ts';
import { useShown } from './useShown.ts';

const refused = (code: string) => new CombinedGraphQLErrors({ errors: [{ message: 'x', extensions: { code } }] });
const rows = { rows: [1] };

test.each([
  ['stays while the next is read', {}, 2, { shown: rows, isBefore: true }],
  ['stays when reading it again fails', { error: new Unreachable() }, 1, { shown: rows, isBefore: false }],
  ['stays when the server is busy', { error: refused('TOO_MANY') }, 1, { shown: rows, isBefore: false }],
  ['goes when another choice cannot be read', { error: new Unreachable() }, 2, { shown: undefined, isBefore: true }],
  ['goes when the server refuses it', { error: refused('FORBIDDEN') }, 1, { shown: undefined, isBefore: false }],
  ['goes when it exists no more', { error: refused('NOT_FOUND') }, 1, { shown: undefined, isBefore: false }],
])('the data of a query %s', (_name, answer, choice, outcome) => {
  const { result, rerender } = renderHook(({ query, of }) => useShown(query, of), {
    initialProps: { query: { data: rows } as { data: typeof rows | undefined; error?: unknown }, of: 1 },
  });
  expect(result.current).toEqual({ shown: rows, isBefore: false });
  rerender({ query: { data: undefined, ...answer }, of: choice });
  expect(result.current).toEqual(outcome);
});
