import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { encryptColumn } from '../shared/cipher.ts';
import { authorize, refuse } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { HandOffMessage } from './hand-off-message.entity.ts';
import { HandOff, type HandOffKind, type HandOffState } from './hand-off.entity.ts';
import { handOffsList } from './hand-offs.list.ts';
import { canRefuseHandOff, canUseHandOffs, canWithdrawHandOff } from './hand-offs.policy.ts';
import { askForDeviceRules, askForPatientRules, handOffMessageRules, refuseHandOffRules } from './hand-offs.rules.ts';

/** Returns a page of the requests of both directions. Refuses unknown columns, conditions, sizes and cursors. */
export function listHandOffs(ctx: Context, args: ListArgs): Promise<ConnectionShape<HandOff>> {
  authorize(canUseHandOffs(ctx.viewer));
  return connection(ctx, handOffsList, args);
}

/** Returns one request of the viewer's organization, of either side. Throws NotFound for any other. */
export async function findHandOff(ctx: Context, id: string): Promise<HandOff> {
  const handOff = await findVisible(ctx, HandOff, { id: rowId('HandOff', id) }, { refresh: true });
  authorize(canUseHandOffs(ctx.viewer));
  return handOff;
}

/** Returns the state of a request now: after its last moment it has expired, also before the job has ended it. */
export const handOffStateOf = ({ app }: Context, { state, expiresAt }: HandOff): HandOffState =>
  state === 'open' && expiresAt <= app.now() ? 'expired' : state;

/** Returns the requests that concern a patient of the viewer's organization, newest first. For `ctx.loader`. */
export async function handOffsOfPatients({ em }: Context, patientIds: readonly number[]): Promise<HandOff[][]> {
  const found = await em.find(HandOff, { patientId: { $in: [...patientIds] } }, { orderBy: { id: 'desc' } });
  const byPatient = Map.groupBy(found, ({ patientId }) => patientId!);
  return patientIds.map((id) => byPatient.get(id) ?? []);
}

/** Returns the thread of each request, oldest first: write_hand_off_message keeps it short. For `ctx.loader`. */
export async function messagesOf({ em }: Context, ids: readonly number[]): Promise<HandOffMessage[][]> {
  const found = await em.find(HandOffMessage, { handOffId: { $in: [...ids] } }, { orderBy: { id: 'asc' } });
  const byRequest = Map.groupBy(found, ({ handOffId }) => handOffId);
  return ids.map((id) => byRequest.get(id) ?? []);
}

/**
 * Asks for a device that another organization holds. The answer is the same whether the serial number and the PIN match
 * a device or not: a job looks for it afterwards (decisions/091).
 */
export async function askForDevice(ctx: Context, raw: unknown): Promise<HandOff> {
  authorize(canUseHandOffs(ctx.viewer));
  const { serialNumber: serial, pinNumber, message } = await validate(askForDeviceRules, raw);
  return ask(ctx, 'device', { serial }, message, encryptColumn(ctx.app.config.encryptionKey, pinNumber));
}

/** Asks for a patient that another organization holds. The answer is the same whether anyone matches or not. */
export async function askForPatient(ctx: Context, raw: unknown): Promise<HandOff> {
  authorize(canUseHandOffs(ctx.viewer));
  const { message, ...typed } = await validate(askForPatientRules, raw);
  const { firstName: first_name, lastName: last_name, birthDate: birth_date, phone, assignedId: assigned_id } = typed;
  return ask(ctx, 'patient', { first_name, last_name, birth_date, phone, assigned_id }, message);
}

async function ask(
  ctx: Context,
  kind: HandOffKind,
  typed: Record<string, string | null>,
  message: string | null,
  pinCipher: string | null = null,
): Promise<HandOff> {
  const [made] = await ctx.em.execute<{ id: number | null }[]>('select ask_hand_off(?, ?::jsonb, ?) as id', [
    kind,
    JSON.stringify(typed),
    pinCipher,
  ]);
  if (made!.id === null) refuse([{ field: '', code: 'hand_off.too_many', message: 'hand_off.too_many' }]);
  const id = made!.id!;
  if (message) await ctx.em.execute('select write_hand_off_message(?, ?)', [id, message]);
  const handOff = await ctx.em.findOneOrFail(HandOff, { id });
  await ctx.enqueue('match-hand-off', { handOffId: id }, { key: `match:${id}` });
  await ctx.enqueue('expire-hand-off', { handOffId: id }, { key: `expire:${id}`, startAfter: handOff.expiresAt });
  ctx.note({ handOff: id, kind });
  return handOff;
}

/** Throws the refusal of a step of a request that has ended. */
export function refuseEnded(isDone: boolean): void {
  if (!isDone) refuse([{ field: '', code: 'hand_off.closed', message: 'hand_off.closed' }]);
}

async function step(ctx: Context, handOff: HandOff, call: string, values: unknown[]): Promise<HandOff> {
  const [result] = await ctx.em.execute<{ done: boolean }[]>(`select ${call} as done`, [handOff.id, ...values]);
  refuseEnded(result!.done);
  return changed(ctx, handOff);
}

async function changed(ctx: Context, handOff: HandOff): Promise<HandOff> {
  ctx.note({ handOff: handOff.id });
  return ctx.em.refresh(handOff).then(() => handOff);
}

/** Withdraws a request of the viewer's organization. Refuses one that has ended. */
export async function withdrawHandOff(ctx: Context, id: string): Promise<HandOff> {
  const handOff = await findHandOff(ctx, id);
  authorize(canWithdrawHandOff(ctx.viewer, handOff));
  return step(ctx, handOff, 'withdraw_hand_off(?)', []);
}

/** Refuses a request of another organization, which reads the reason. */
export async function refuseHandOff(ctx: Context, id: string, raw: unknown): Promise<HandOff> {
  const handOff = await findHandOff(ctx, id);
  authorize(canRefuseHandOff(ctx.viewer, handOff));
  const { reason } = await validate(refuseHandOffRules, raw);
  return step(ctx, handOff, 'refuse_hand_off(?, ?)', [reason]);
}

/** Adds a message to the thread, which both sides read. Refuses one in a request that has ended, or whose thread is full. */
export async function writeHandOffMessage(ctx: Context, id: string, raw: unknown): Promise<HandOff> {
  const handOff = await findHandOff(ctx, id);
  const { body } = await validate(handOffMessageRules, raw);
  const [result] = await ctx.em.execute<{ outcome: 'done' | 'closed' | 'full' }[]>(
    'select write_hand_off_message(?, ?) as outcome',
    [handOff.id, body],
  );
  refuseEnded(result!.outcome !== 'closed');
  if (result!.outcome === 'full') refuse([{ field: '', code: 'hand_off.full', message: 'hand_off.full' }]);
  return changed(ctx, handOff);
}
