import type { RestRequest, Route } from '../rest/route.ts';
import { renameRefusals, type Refusal } from '../shared/errors.ts';
import { translate, type MessageKey } from '../shared/messages.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { checkGiveBack, checkVoidNights } from './night-voids-check.ts';
import { giveBackNights, voidNights } from './night-voids.service.ts';

const FIELDS: Record<string, string> = { nights: 'rows', version: 'record_date', uploadId: 'upload_id' };
const named = (refusal: Refusal): Refusal => ({
  ...refusal,
  field: refusal.field
    .split('.')
    .map((name) => FIELDS[name] ?? name)
    .join('.'),
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const machineIn = ({ params }: RestRequest) => rowId('Machine', params.id!);

/** The upload, or the rows as the date change utility answers them. */
const inputOf = ({ body: { rows, upload_id: uploadId, reason, version } }: RestRequest) => ({
  uploadId,
  nights: Array.isArray(rows)
    ? rows.map((row: unknown) => (isObject(row) ? { id: row.id, version: row.record_date } : row))
    : rows,
  reason,
  version,
});

type Step = (ctx: Context, machineId: number, input: unknown) => Promise<unknown>;

const route = (path: string, check: Step, act: Step, message: MessageKey): Route => ({
  method: 'POST',
  path,
  check: (ctx, request) => renameRefusals(() => check(ctx, machineIn(request), inputOf(request)), named),
  handler: async (ctx, request) => {
    await renameRefusals(() => act(ctx, machineIn(request), inputOf(request)), named);
    return { body: { result: translate(ctx.locale, message) } };
  },
  again: async ({ locale }) => ({ body: { result: translate(locale, message) } }),
});

/** Nights of cards that do not count, and their return, in the style of the date change utility. */
export const nightVoidsRoutes: Route[] = [
  route('/api/machines/{id}/usage/void-nights', checkVoidNights, voidNights, 'night_voids.done'),
  route('/api/machines/{id}/usage/give-back-nights', checkGiveBack, giveBackNights, 'night_voids.given_back'),
];
