import type { Machine } from '../machines/machine.entity.ts';
import { type CurrentRow, refuseOlder } from '../shared/conflict.ts';
import { refuse } from '../shared/errors.ts';
import { asks } from '../shared/read-form.ts';
import type { DeviceHistory } from './device-history.entity.ts';

/** Returns a date as shown in messages. */
export const displayDate = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

/** An assignment that several users change. */
export const currentOf = (history: DeviceHistory): CurrentRow<DeviceHistory> => ({
  row: history,
  version: history.version,
  message: 'conflict.device',
  patients: [history.patient.id],
});

/** Throws Conflict when `sent` names another version than the current one. */
export const refuseOlderVersion = (history: DeviceHistory, sent: object): void => refuseOlder(sent, currentOf(history));

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
