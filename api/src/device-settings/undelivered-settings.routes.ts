import { showingConflict } from '../rest/conflict.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { refuse, renameRefusals } from '../shared/errors.ts';
import { findVisible } from '../shared/visible-row.ts';
import { SettingsRecord } from './settings-record.entity.ts';
import type { ChangedSettings } from './submit-settings.types.ts';
import { findDeviceOfPath, settingsRecordToRest } from './settings-record.wire.ts';
import {
  checkDismissal,
  checkResend,
  dismissSettings,
  resendSettings,
  type Resend,
} from './undelivered-settings.service.ts';

const PATH = '/api/patients/{patient}/devices/{history}/pending_settings';

/** Names of the fields in REST bodies. */
const FIELDS: Record<string, string> = { settingsRecordId: 'id' };

const named = <T>(ctx: Context, work: () => Promise<T>): Promise<T> =>
  renameRefusals(
    () => showingConflict(work, (row: ChangedSettings | null) => row && changedToRest(ctx, row)),
    (refusal) => ({ ...refusal, field: FIELDS[refusal.field] ?? refusal.field }),
  );

const changedToRest = (ctx: Context, { version, record }: ChangedSettings) => ({
  ...(record && settingsRecordToRest(record, ctx)),
  version,
});

/** Returns the service input of a body: `id` and `version` as pending_settings answered them. */
async function inputOf(ctx: Context, request: RestRequest, required: readonly ('id' | 'version')[]): Promise<Resend> {
  const { id: history } = await findDeviceOfPath(ctx, request);
  const { body } = request;
  const missing = required.filter((field) => typeof body[field] !== 'string' && typeof body[field] !== 'number');
  refuse(missing.map((field) => ({ field, code: 'required', message: 'required' })));
  return {
    deviceHistoryId: String(history),
    settingsRecordId: String(body.id),
    version: String(body.version),
    confirmVentilator: body.confirm_ventilator === true,
  };
}

const resendOf = (ctx: Context, request: RestRequest) => inputOf(ctx, request, ['id', 'version']);
const dismissalOf = (ctx: Context, request: RestRequest) => inputOf(ctx, request, ['id']);

const reply = (ctx: Context, record: SettingsRecord, status: number): Reply => ({
  status,
  body: { data: settingsRecordToRest(record, ctx) },
  subject: record.id,
});

const again =
  (status: number) =>
  async (ctx: Context, id: number): Promise<Reply> =>
    reply(ctx, await findVisible(ctx, SettingsRecord, { id }), status);

type Check = (ctx: Context, request: RestRequest) => Promise<unknown>;

const resendable: Check = async (ctx, request) => checkResend(ctx, await resendOf(ctx, request));
const dismissible: Check = async (ctx, request) => checkDismissal(ctx, await dismissalOf(ctx, request));

/** Runs every check of a request and writes nothing: 204 when none refuses. */
const checking = (path: string, check: Check): Route => ({
  method: 'POST',
  path,
  readOnly: true,
  check: (ctx, request) => named(ctx, () => check(ctx, request)),
  handler: async (ctx, request) => {
    await named(ctx, () => check(ctx, request));
    return { status: 204 };
  },
});

/** What a user does about a change that was not delivered. The documents have no paths for it. */
export const undeliveredSettingsRoutes: Route[] = [
  checking(`${PATH}/check-send-again`, resendable),
  {
    method: 'POST',
    path: `${PATH}/send-again`,
    check: (ctx, request) => named(ctx, () => resendable(ctx, request)),
    handler: (ctx, request) =>
      named(ctx, async () => {
        const { settingsRecord } = await resendSettings(ctx, await resendOf(ctx, request));
        return reply(ctx, settingsRecord, 201);
      }),
    again: again(201),
  },
  checking(`${PATH}/check-dismiss`, dismissible),
  {
    method: 'POST',
    path: `${PATH}/dismiss`,
    check: (ctx, request) => named(ctx, () => dismissible(ctx, request)),
    handler: (ctx, request) =>
      named(ctx, async () => {
        const { settingsRecord } = await dismissSettings(ctx, await dismissalOf(ctx, request));
        return reply(ctx, settingsRecord, 200);
      }),
    again: again(200),
  },
];
