import type { AnyObject, ObjectSchema, Schema } from 'yup';
import type { Machine } from '../machines/machine.entity.ts';
import { InvalidInput, refuse } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import type { DeviceHistory } from './device-history.entity.ts';

/** Returns a date as shown in messages. */
export const displayDate = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

/** Whether a check includes a field: `only` names it, or is absent. */
export const asks = (only: string[] | undefined, field: string) => !only || only.includes(field);

/** Returns the clean input of a form; an invalid field outside `only` is left out instead of refused. */
export async function readForm<T extends AnyObject>(
  rules: ObjectSchema<T>,
  raw: unknown,
  only: string[] | undefined,
): Promise<Partial<T>> {
  try {
    return (await validate(rules, raw)) as T;
  } catch (error) {
    if (!(error instanceof InvalidInput) || !only) throw error;
    refuse(error.refusals.filter(({ field }) => only.includes(field)));
    const readable: Schema = rules.omit(error.refusals.map(({ field }) => field as keyof T));
    return (await validate(readable, raw)) as Partial<T>;
  }
}

/** Refuses a read-only field of the dialog when the sent value differs. */
export function refuseOtherThan(
  { history, machine }: { history: DeviceHistory; machine: Machine },
  sent: { serialNumber?: string | null; startDate?: string | null },
  only: string[] | undefined,
): void {
  if (asks(only, 'serialNumber') && sent.serialNumber && sent.serialNumber !== machine.serial) {
    refuse([{ field: 'serialNumber', code: 'serial.read_only', message: 'serial.read_only' }]);
  }
  if (asks(only, 'startDate') && sent.startDate && sent.startDate !== history.startDate) {
    refuse([
      {
        field: 'startDate',
        code: 'device.start_read_only',
        message: 'device.start_read_only',
        values: { date: displayDate(history.startDate) },
      },
    ]);
  }
}
