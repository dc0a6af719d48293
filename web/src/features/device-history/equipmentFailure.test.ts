import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { expect, test } from '@jest/globals';
import { equipmentFailure, type EquipmentPhase } from './equipmentFailure.ts';

const answered = (code: string) =>
  new CombinedGraphQLErrors({ errors: [{ message: 'refused', extensions: { code } }] });

test.each<{ name: string; error: unknown; phase: EquipmentPhase; means: string }>([
  { name: 'a lost connection', error: new TypeError('Failed to fetch'), phase: 'checking', means: 'failed' },
  { name: 'a lost connection', error: new TypeError('Failed to fetch'), phase: 'saving', means: 'uncertain' },
  { name: 'a fault of the server', error: answered('INTERNAL_SERVER_ERROR'), phase: 'checking', means: 'failed' },
  {
    name: 'a fault of the server, which has rolled back,',
    error: answered('INTERNAL_SERVER_ERROR'),
    phase: 'saving',
    means: 'failed',
  },
  { name: 'a device that is not there any more', error: answered('NOT_FOUND'), phase: 'checking', means: 'gone' },
  { name: 'a device that is not there any more', error: answered('NOT_FOUND'), phase: 'saving', means: 'gone' },
  { name: 'a permission that was taken away', error: answered('FORBIDDEN'), phase: 'saving', means: 'forbidden' },
])('$name while $phase: $means', ({ error, phase, means }) => {
  expect(equipmentFailure(error, phase)).toBe(means);
});
