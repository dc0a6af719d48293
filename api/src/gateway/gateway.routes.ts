import {
  answerSettings,
  fetchPending,
  findOwnAssignment,
  reportSettings,
  type WaitingChange,
} from '../device-settings/settings-delivery.service.ts';
import type { Answer } from '../device-settings/settings-delivery-states.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { NotFound, renameRefusals } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { instantOf } from './gateway-clock.ts';
import { answerRules, reportRules } from './gateway.rules.ts';
import { recordNights } from './nights.service.ts';
import { endSession, openSession } from './sessions.service.ts';

const FIELDS: Record<string, string> = {
  terminalType: 'terminal_type',
  deviceTime: 'device_time',
  exitFlag: 'exit_flag',
  changedAt: 'changed_at',
};

/** Session ids exceed the integer range. */
function sessionId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new NotFound();
  return Number(text);
}

const changeJson = ({ id, values, submittedAt, expiresAt }: WaitingChange) => ({
  id,
  values,
  submitted_at: submittedAt,
  expires_at: expiresAt,
});

/** One route of the gateway: a POST for devices, with errors under the names that they sent. */
const gateway = (path: string, handler: (ctx: Context, request: RestRequest) => Promise<Reply>): Route => ({
  method: 'POST',
  path,
  device: true,
  handler: (ctx, request) =>
    renameRefusals(
      () => handler(ctx, request),
      (refusal) => ({ ...refusal, field: FIELDS[refusal.field] ?? refusal.field }),
    ),
});

/**
 * The device API (/device/v1): devices open a session, fetch pending changes, answer them, report their settings, send
 * nights and end the session. Every call may arrive twice: it takes effect once and gets the same answer.
 */
export const gatewayRoutes: Route[] = [
  gateway(
    '/device/v1/sessions',
    async (ctx, { body: { iccid, terminal_type: terminalType, device_time: deviceTime } }) => {
      const session = await openSession(ctx, { iccid, terminalType, deviceTime });
      return {
        status: 201,
        body: {
          data: {
            session: session.id,
            server_time: session.serverTime,
            clock_drift_seconds: session.driftSeconds,
            assigned: session.assigned,
            pending: session.pending,
          },
        },
      };
    },
  ),
  gateway('/device/v1/sessions/{session}/end', async (ctx, { params, body: { exit_flag: exitFlag } }) => {
    const id = sessionId(params.session!);
    const ended = await endSession(ctx, id, { exitFlag });
    return { body: { data: { session: id, end_time: ended.endTime, exit_flag: ended.exitFlag } } };
  }),
  gateway('/device/v1/settings/fetch', async (ctx) => ({
    body: { data: (await fetchPending(ctx)).map(changeJson) },
  })),
  gateway('/device/v1/settings/{record}/answer', async (ctx, { params, body }) => {
    const id = rowId('SettingsRecord', params.record!);
    const answer = (await validate(answerRules, body)) as Answer;
    return { body: { data: { id, ...(await answerSettings(ctx, await findOwnAssignment(ctx), id, answer)) } } };
  }),
  gateway('/device/v1/settings/report', async (ctx, { body: { values, device_time, changed_at } }) => {
    const {
      values: uses,
      deviceTime,
      changedAt,
    } = await validate(reportRules, { values, deviceTime: device_time, changedAt: changed_at });
    const recorded = await reportSettings(ctx, uses, instantOf(changedAt, deviceTime, ctx.app.now()));
    return { body: { data: { recorded } } };
  }),
  gateway('/device/v1/nights', async (ctx, { body: { device_time: deviceTime, nights } }) => ({
    body: { data: await recordNights(ctx, { deviceTime, nights }) },
  })),
];
