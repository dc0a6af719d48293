import { CombinedGraphQLErrors } from '@apollo/client/errors';

/** What the user does to the server at the moment. */
export type EquipmentPhase = 'checking' | 'saving';

/**
 * - `gone`: the device or the patient is not there any more, for this viewer at least
 * - `forbidden`: the permission was taken away meanwhile
 * - `uncertain`: the connection broke while saving, so nobody knows whether it was saved
 * - `failed`: nothing was changed
 */
export type EquipmentFailure = 'gone' | 'forbidden' | 'uncertain' | 'failed';

/** What an error that is no refusal means to whoever filled the form in. */
export function equipmentFailure(error: unknown, phase: EquipmentPhase): EquipmentFailure {
  if (!CombinedGraphQLErrors.is(error)) return phase === 'saving' ? 'uncertain' : 'failed';
  const code = error.errors[0]?.extensions?.code;
  if (code === 'NOT_FOUND') return 'gone';
  return code === 'FORBIDDEN' ? 'forbidden' : 'failed';
}
