import { describe, expect, test } from '@jest/globals';
import { matrix } from '../../src/auth/matrix.ts';
import { rootOperations } from '../../src/graphql/root-fields.ts';
import { createSchema } from '../../src/schema.ts';
import { restOperations } from './operations.ts';
import { OPERATIONS, permissionsOf } from './operations.fixture.ts';

const served = [...rootOperations(await createSchema()), ...restOperations.map(({ operation }) => operation)];

test('the typed table has a row for every operation that is served, and no other row', () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual([...served].sort());
});

describe('the matrix asks what the documents ask', () => {
  test.each(served)('of %s', (operation) => {
    const { permission, audit } = matrix[operation]!;
    expect([[permission].flat(), audit]).toEqual([permissionsOf(operation), OPERATIONS[operation]![1]]);
  });
});
