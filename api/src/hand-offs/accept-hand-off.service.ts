import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { displayDate } from '../device-history/device-form.ts';
import { lockMachineAssignments } from '../device-history/device-overlaps.service.ts';
import { updateDevice } from '../device-history/update-device.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, refuse, renameRefusals } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import type { HandOff } from './hand-off.entity.ts';
import { canAcceptHandOff } from './hand-offs.policy.ts';
import { acceptHandOffRules } from './hand-offs.rules.ts';
import { findHandOff, refuseEnded, handOffStateOf } from './hand-offs.service.ts';

/** The active assignment of the patient or of the device; null without one, and for another organization's. */
const activeAssignment = ({ em }: Context, { patientId, machineId }: HandOff): Promise<DeviceHistory | null> =>
  em.findOne(DeviceHistory, { ...(machineId ? { machine: machineId } : { patient: patientId! }), endDate: null });

/**
 * Accepts a request: ends the active assignment on the given day, as the equipment dialog does. The other organization
 * may assign the device from that day on; of a patient it receives a new record and, unless `withDevice` is false, the
 * device. What was recorded until then stays with the viewer's organization (decisions/091). Refuses while the other
 * organization is inactive.
 */
export async function acceptHandOff(ctx: Context, id: string, raw: unknown): Promise<HandOff> {
  const handOff = await findHandOff(ctx, id);
  authorize(canAcceptHandOff(ctx.viewer, handOff));
  const { startsOn, withDevice } = await validate(acceptHandOffRules, raw);
  refuseEnded(handOffStateOf(ctx, handOff) === 'open');
  refuseDay(ctx, handOff, startsOn);
  const active = await activeAssignment(ctx, handOff);
  if (active) await endOn(ctx, active, startsOn);
  // Of an assignment at the same time one waits, and then finds the other.
  else if (handOff.kind === 'device') await lockMachineAssignments(ctx, handOff.serial!);
  const given = active && (handOff.kind === 'device' || withDevice) ? active.id : null;
  const [result] = await ctx.em.execute<{ outcome: 'done' | 'closed' | 'held' | 'inactive' }[]>(
    'select accept_hand_off(?, ?::date, ?::int) as outcome',
    [handOff.id, startsOn, given],
  );
  refuseEnded(result!.outcome !== 'closed');
  if (result!.outcome === 'held') refuse([{ field: '', code: 'hand_off.held', message: 'hand_off.held' }]);
  if (result!.outcome === 'inactive') refuse([{ field: '', code: 'hand_off.inactive', message: 'hand_off.inactive' }]);
  ctx.note({ handOff: handOff.id, startsOn, ...(given && { historyId: given }) });
  await ctx.em.refresh(handOff);
  return handOff;
}

/** Refuses a day before the request, whose nights the asker has no claim to, and one in the future. */
function refuseDay(ctx: Context, { createdAt }: HandOff, startsOn: string): void {
  const first = ctx.dayOf(createdAt);
  if (startsOn >= first && startsOn <= ctx.today) return;
  refuse([
    {
      field: 'startsOn',
      code: 'hand_off.day',
      message: 'hand_off.day',
      values: { first: displayDate(first), last: displayDate(ctx.today) },
    },
  ]);
}

/**
 * Ends an assignment with every check of the equipment dialog; its refusals appear at the day. Without its version: of two
 * acceptances at the same time the second hears that the device was given away, unless it contradicts the first.
 */
const endOn = (ctx: Context, { id, startDate }: DeviceHistory, day: string) =>
  renameRefusals(
    () => updateDevice(ctx, { id }, { startDate, endDate: day }),
    (refusal) => ({ ...refusal, field: refusal.field === 'endDate' ? 'startsOn' : '' }),
    () => ({}),
  );
