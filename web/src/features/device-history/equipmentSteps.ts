import type { UserError } from '../../lib/userErrors.ts';
import type { EquipmentOperations_impactFragment } from './gql/equipmentOperations.ts';

/** The patient who has the device, if the viewer may see that patient. lastName keeps 2 letters and firstName 3. */
export interface DeviceOverlap {
  patientDatabaseId: number;
  lastName: string;
  firstName: string;
  startDate: string;
  endDate: string | null;
}

/** What the dates would change: nights that move, and compliance of their patients. */
export type Impact = Omit<EquipmentOperations_impactFragment, '__typename'>;

/** The server's answer about an assignment, from a check or from the save. A missing fact blocks nothing. */
export interface EquipmentAnswer {
  userErrors: readonly UserError[];
  /** The user emptied a stored PIN. */
  pinCleared?: boolean;
  /** The assigned date changed and the device starts within the compliance period. */
  affectsCompliance?: boolean;
  distance?: UserError | null;
  impact?: Impact | null;
  overlap: DeviceOverlap | null;
  /** Other assignments of the device, newest first, of patients that the viewer may see. */
  machineHistory?: readonly DeviceOverlap[];
}

const overlapCodes = [
  'patient-already-connected',
  'patient-previous-device-daterange-overlaps',
  'device-already-connected',
  'device-start-date-overlaps',
] as const;
export type OverlapCode = (typeof overlapCodes)[number];

export type EquipmentStep =
  /** Too many wrong PINs after the warning: the session has ended, and the page reloads. */
  | { kind: 'reload'; message: string }
  /** The last wrong PIN that only causes a warning. */
  | { kind: 'invalidPin'; message: string; errors: readonly UserError[] }
  /** Another user changed the assignment while the form was open. */
  | { kind: 'changed' }
  | { kind: 'fields'; errors: readonly UserError[] }
  /** The steps that ask the user. Only after these can the assignment continue. */
  | { kind: 'confirmPinCleared' }
  | { kind: 'confirmCompliance' }
  | { kind: 'confirmDistance'; message: string }
  | {
      kind: 'overlap';
      code: OverlapCode;
      message: string;
      overlap: DeviceOverlap | null;
      machineHistory: readonly DeviceOverlap[];
    }
  /** Nights that the save would move; shown when nothing else is in its way. */
  | { kind: 'confirmMoves'; impact: Impact };

const asOverlap = (code: string) => overlapCodes.find((known) => known === code);
/** The document lists the PIN limits as keys of `errors`; as a field or as a code they mean the same. */
const named = (errors: readonly UserError[], name: string) =>
  errors.find(({ field, code }) => field === name || code === name);

/** Whether an error belongs to a field instead of its own dialog. */
export const isFieldError = ({ code }: UserError) => asOverlap(code) === undefined;

/**
 * Returns the steps between an answer and a saved device, in the documented order: validation, a cleared PIN, the
 * compliance window, distance from today, overlaps (document 000, sections 4 and 8), then the nights that move. Empty when nothing blocks the
 * save. The caller stops at the first step that the user does not confirm.
 */
export function equipmentSteps(answer: EquipmentAnswer): EquipmentStep[] {
  const { userErrors, distance, impact, overlap, machineHistory = [] } = answer;
  const overpassed = named(userErrors, 'max_failed_attempts_overpassed');
  if (overpassed) return [{ kind: 'reload', message: overpassed.message }];
  if (named(userErrors, 'conflict')) return [{ kind: 'changed' }];

  const steps: EquipmentStep[] = [];
  const errors = userErrors.filter(isFieldError);
  const reached = named(userErrors, 'max_failed_attempts_reached');
  if (reached) steps.push({ kind: 'invalidPin', message: reached.message, errors: errors.map(atPin) });
  else if (errors.length > 0) steps.push({ kind: 'fields', errors });
  if (answer.pinCleared) steps.push({ kind: 'confirmPinCleared' });
  if (answer.affectsCompliance) steps.push({ kind: 'confirmCompliance' });
  if (distance) steps.push({ kind: 'confirmDistance', message: distance.message });
  for (const { code: anyCode, message } of userErrors) {
    const code = asOverlap(anyCode);
    if (code) steps.push({ kind: 'overlap', code, message, overlap, machineHistory });
  }
  if (impact && impact.moves.length > 0) steps.push({ kind: 'confirmMoves', impact });
  return steps;
}

/** The limit has no form field of its own; the wrong value was the PIN. */
function atPin(error: UserError): UserError {
  return error.field === 'max_failed_attempts_reached' ? { ...error, field: 'pin_number' } : error;
}
