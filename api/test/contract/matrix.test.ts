import { describe, expect, test } from '@jest/globals';
import { assertReadsDeclared, matrix } from '../../src/auth/matrix.ts';
import { open, read } from '../../src/auth/operation.ts';
import { rootOperations } from '../../src/graphql/root-fields.ts';
import { createSchema } from '../../src/schema.ts';
import { OPERATIONS, permissionsOf } from './contracts.ts';
import { restOperations } from './operations.ts';

const served = [...rootOperations(await createSchema()), ...restOperations.map(({ operation }) => operation)];

test('the typed table has a row for every operation that is served, and no other row', () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual([...served].sort());
});

describe('the matrix asks what the documents ask', () => {
  test.each(served)('of %s', (operation) => {
    const { permission, audit, phi, shows } = matrix[operation]!;
    const [, typedAudit, typedShows] = OPERATIONS[operation]!;
    expect([[permission].flat(), audit]).toEqual([permissionsOf(operation), typedAudit]);
    if (phi || typedShows) expect(shows).toBe(typedShows);
  });
});

test('an operation with data of patients that does not say whose, or leaves no line, is refused at the start', () => {
  const silent = { ...read('view.patient', 'rows'), shows: undefined };
  const unwritten = { ...read('view.patient', 'rows'), audit: 'none' as const };
  expect(() => assertReadsDeclared({ ...matrix, 'Query.own': open('public') })).not.toThrow();
  for (const wrong of [silent, unwritten])
    expect(() => assertReadsDeclared({ ...matrix, 'Query.wrong': wrong })).toThrow(
      'These operations do not declare whose data their audit line names: Query.wrong.',
    );
});
