import type { Machine } from '../machines/machine.entity.ts';
import type { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput, type Refusal } from '../shared/errors.ts';
import type { MessageKey } from '../shared/messages.ts';
import { displayDate } from './device-form.ts';
import { DeviceHistory } from './device-history.entity.ts';
import { maskedName } from './device-history-masking.ts';
import { inTheWay, overlapCode, type DateRange, type OverlapCode } from './device-history-overlaps.ts';

/** A dialog's data about another patient's assignment; built only from rows that the viewer may see. */
export interface Overlap {
  patientDatabaseId: number;
  lastName: string;
  firstName: string;
  startDate: string;
  endDate: string | null;
}

/** Assignments reported for one machine: more than one device ever has. */
const MAX_HISTORY = 100;

interface Assignment {
  /** 0: a patient who is being entered, and will be equipped by the provider. */
  patient: Pick<Patient, 'id'> & { providerId?: number | null };
  machine: Machine;
  range: DateRange;
  /** Excludes the assignment that is about to change. */
  ignoredId?: number;
  /** The date that was changed, if it was not the start. */
  field?: 'startDate' | 'endDate';
}

const PATIENT_MESSAGES: Partial<Record<OverlapCode, MessageKey>> = {
  'patient-already-connected': 'messages.single_active_device_warning',
  'patient-previous-device-daterange-overlaps': 'messages.date_range_overlap_warning',
};

/** A range that collides with another assignment: the masked holder and the assignments that the viewer may see. */
export class OverlapRefused extends InvalidInput {
  constructor(
    refusal: Refusal,
    override readonly facts: { overlap: Overlap | null; machineHistory: Overlap[] },
  ) {
    super(
      [refusal],
      facts,
      facts.machineHistory.map(({ patientDatabaseId }) => patientDatabaseId),
    );
  }
}

/** Since when the patient's organization has a device, or when it handed it over; both null when it never had it. */
interface Bounds {
  received: string | null;
  handedOver: string | null;
}

/** Dates on which another organization had the device (decisions/092). */
function outsideOf({ received, handedOver }: Bounds, field: 'startDate' | 'endDate'): Refusal {
  if (received !== null) return handOffRefusal(field, 'device.start_before_hand_off', received);
  if (handedOver !== null) return handOffRefusal(field, 'device.handed_over', handedOver);
  return { field, code: 'device-already-connected', message: 'device.not_available' };
}

const handOffRefusal = (
  field: Refusal['field'],
  code: 'device.start_before_hand_off' | 'device.handed_over',
  date: string,
): Refusal => ({ field, code, message: code, values: { date: displayDate(date) } });

const NO_FACTS = { overlap: null, machineHistory: [] };

async function overlapOf(history: DeviceHistory): Promise<Overlap> {
  const patient = await history.patient.loadOrFail();
  return {
    patientDatabaseId: patient.id,
    ...maskedName(patient),
    startDate: history.startDate,
    endDate: history.endDate,
  };
}

/** Refuses a range that collides with another assignment of the patient. */
async function refuseOwnOverlaps(ctx: Context, { patient, range, ignoredId, field = 'startDate' }: Assignment) {
  const own = await ctx.em.find(
    DeviceHistory,
    { patient: patient.id, ...(ignoredId && { id: { $ne: ignoredId } }) },
    { refresh: true },
  );
  const code = overlapCode('patient', range, own);
  if (code) throw new OverlapRefused({ field, code, message: PATIENT_MESSAGES[code]! }, NO_FACTS);
}

/**
 * Refuses a range that collides with another assignment of the patient, then of the machine, with the documented code.
 * The machine's current patient is named (masked) only when the viewer may see them; otherwise the refusal contains no
 * name, date or id.
 */
export async function refuseOverlaps(ctx: Context, assignment: Assignment): Promise<void> {
  const { patient, machine, range, ignoredId, field = 'startDate' } = assignment;
  await refuseOwnOverlaps(ctx, assignment);
  const dates = [range.startDate, range.endDate, ignoredId ?? null];
  const [collision] = await ctx.em.execute<(Bounds & { code: OverlapCode | null; isOutside: boolean })[]>(
    `select machine_collision(?, ?::date, ?::date, ?::int) as code, coalesce(b.outside, false) as "isOutside", b.received::text, b.handed_over::text as "handedOver"
       from (select) one left join (select true as outside, * from assignment_bounds(?, ?, ?::date, ?::date, ?::int, ?::int)) b on true`,
    [machine.id, ...dates, machine.id, patient.id, ...dates, patient.providerId ?? null],
  );
  if (collision!.isOutside) throw new OverlapRefused(outsideOf(collision!, field), NO_FACTS);
  if (!collision!.code) return;
  // The patient may have received the machine since the first statement, from another tab.
  await refuseOwnOverlaps(ctx, assignment);
  const visible = await ctx.em.find(
    DeviceHistory,
    { machine: machine.id, patient: { $ne: patient.id } },
    {
      orderBy: { startDate: 'desc', id: 'desc' },
      limit: MAX_HISTORY,
      populate: ['patient'],
      refresh: true,
    },
  );
  const hit = inTheWay(range, visible);
  const facts = {
    overlap: hit ? await overlapOf(hit) : null,
    machineHistory: await Promise.all(visible.map(overlapOf)),
  };
  throw new OverlapRefused(
    { field, code: collision!.code, message: hit ? 'device.conflict' : 'device.not_available' },
    facts,
  );
}

/**
 * Blocks other assignments of this patient or this serial until the end of the transaction. Always the patient first,
 * so that two callers cannot deadlock.
 */
export async function lockAssignments(ctx: Context, patientId: number, serial: string): Promise<void> {
  await ctx.em.execute('select pg_advisory_xact_lock(1, ?)', [patientId]);
  await lockMachineAssignments(ctx, serial);
}

/** Blocks other assignments of this serial until the end of the transaction, as `lockAssignments` does. */
export const lockMachineAssignments = ({ em }: Context, serial: string): Promise<unknown> =>
  em.execute('select pg_advisory_xact_lock(2, hashtext(?))', [serial]);

const CONSTRAINTS: Record<string, OverlapCode> = {
  device_history_one_active_per_patient: 'patient-already-connected',
  device_history_patient_overlap: 'patient-previous-device-daterange-overlaps',
  device_history_one_active_per_machine: 'device-already-connected',
  device_history_machine_overlap: 'device-start-date-overlaps',
  device_history_since_hand_off: 'device-already-connected',
};

/**
 * Returns the documented refusal for a violated database constraint, when a writer took no lock; returns any other
 * error unchanged.
 */
export function documentedRefusal(error: unknown): unknown {
  const code = CONSTRAINTS[(error as { constraint?: string }).constraint ?? ''];
  return code
    ? new OverlapRefused(
        { field: 'startDate', code, message: PATIENT_MESSAGES[code] ?? 'device.not_available' },
        NO_FACTS,
      )
    : error;
}
