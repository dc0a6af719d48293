import type { Context } from '../shared/context.ts';
import { NotFound, refuse } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { driftOf } from './gateway-clock.ts';
import { sessionEndRules, sessionRules } from './gateway.rules.ts';

const WIRELESS = 1;
/** A session lasts minutes. An older one was cut off. */
const LEFT_OPEN_MS = 3_600_000;

/** The answer to a device that opens a session. */
export interface OpenedSession {
  /** Null for a device without a patient: nothing is recorded. */
  id: number | null;
  serverTime: Date;
  driftSeconds: number;
  assigned: boolean;
  /** True when a change is waiting to be fetched. */
  pending: boolean;
}

interface Facts {
  machine_id: number;
  machine_org_id: number;
  iccid: string | null;
  org_id: number | null;
  patient_id: number | null;
  history_id: number | null;
  pending: boolean;
}

// The device's last contact in a session that it did not end: its last settings call, or the opening.
const LAST_HEARD = `greatest(c.start_time, (select max(greatest(s.sent_at, s.answered_at)) from settings_records s join device_history h on h.id = s.history_id
  where h.machine_id = c.machine_id and h.patient_id = c.patient_id and greatest(s.sent_at, s.answered_at) <= ?::timestamptz))`;
const LEFT_OPEN = 'c.end_time is null and c.clock_drift_seconds is not null';

/** Refuses a session through another device's module. A module that is not on record cannot be compared. */
function refuseForeignModule(iccid: string | null, terminalType: number, known: string | null): void {
  if (!known || iccid === known || (iccid === null && terminalType !== WIRELESS)) return;
  refuse([{ field: 'iccid', code: 'gateway.iccid', message: 'gateway.iccid' }]);
}

/** Opens a session of the calling device and ends those that it left open. Refuses another device's module. */
export async function openSession(ctx: Context, raw: unknown): Promise<OpenedSession> {
  const { iccid = null, terminalType, deviceTime } = await validate(sessionRules, raw);
  const now = ctx.app.now();
  const [facts] = await ctx.em.execute<Facts[]>(
    `select m.id as machine_id, m.org_id as machine_org_id, mo.iccid, h.org_id, h.patient_id, h.id as history_id, pg_advisory_xact_lock(3, h.id),
            exists (select from settings_records s where s.history_id = h.id and s.status = 'pending' and (s.expires_at is null or s.expires_at > ?)) as pending
       from machines m left join modules mo on mo.machine_id = m.id left join device_history h on h.machine_id = m.id and h.end_date is null`,
    [now],
  );
  refuseForeignModule(iccid, terminalType, facts!.iccid);
  const driftSeconds = Math.round(driftOf(deviceTime, now) / 1000);
  announce(ctx, facts!);
  return {
    id: await record(ctx, facts!, { now, terminalType, driftSeconds }),
    serverTime: now,
    driftSeconds,
    assigned: facts!.patient_id !== null,
    pending: facts!.pending,
  };
}

/** Announces contact with a device to the pages that show its patient. */
function announce(ctx: Context, { patient_id, history_id }: Pick<Facts, 'patient_id' | 'history_id'>): void {
  if (patient_id === null) return;
  ctx.publish('device-history.changed', { patientId: patient_id, historyId: history_id ?? 0 });
}

async function record(
  ctx: Context,
  facts: Facts,
  { now, terminalType, driftSeconds }: { now: Date; terminalType: number; driftSeconds: number },
): Promise<number | null> {
  const rows = await ctx.commitWith(() =>
    ctx.em.execute<{ id: string }[]>(
      `with ended as (update connections c set end_time = ${LAST_HEARD}, exit_flag = 'timeout' where c.machine_id = ? and ${LEFT_OPEN})
     insert into connections (org_id, patient_id, machine_org_id, machine_id, start_time, terminal_type, clock_drift_seconds)
     select ?::int, ?::int, ?::int, ?::int, ?::timestamptz, ?::int, ?::bigint where ?::int is not null returning id`,
      [
        now,
        facts.machine_id,
        facts.org_id,
        facts.patient_id,
        facts.machine_org_id,
        facts.machine_id,
        now,
        terminalType,
        driftSeconds,
        facts.patient_id,
      ],
    ),
  );
  return rows[0] ? Number(rows[0].id) : null;
}

const END = `
  with ended as (
    update connections set end_time = coalesce(end_time, greatest(start_time, ?::timestamptz)), exit_flag = coalesce(exit_flag, ?::text)
     where id = ?::bigint returning end_time, exit_flag, patient_id, machine_id
  )
  select e.end_time, e.exit_flag, e.patient_id, h.id as history_id from ended e
    left join device_history h on h.machine_id = e.machine_id and h.patient_id = e.patient_id and h.end_date is null`;

interface EndedSession {
  end_time: string;
  exit_flag: string;
  patient_id: number;
  history_id: number | null;
}

/**
 * Ends a session of the device; ending it again returns the first end. Throws NotFound for another device's session.
 */
export async function endSession(ctx: Context, id: number, raw: unknown): Promise<{ endTime: Date; exitFlag: string }> {
  const { exitFlag } = await validate(sessionEndRules, raw);
  const [session] = await ctx.em.execute<EndedSession[]>(END, [ctx.app.now(), exitFlag, String(id)]);
  if (!session) throw new NotFound();
  announce(ctx, session);
  return { endTime: new Date(session.end_time), exitFlag: session.exit_flag };
}

/** Ends the sessions that devices left open more than an hour ago, at the device's last contact. */
export async function endLostSessions({ em, app }: Context): Promise<void> {
  const now = app.now();
  await em.execute(
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the end of a lost session is one text, shared with the opening
    `update connections c set end_time = ${LAST_HEARD}, exit_flag = 'timeout' where c.start_time < ? and ${LEFT_OPEN}`,
    [now, new Date(now.getTime() - LEFT_OPEN_MS)],
  );
}
