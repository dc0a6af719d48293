import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../shared/context.ts';
import { decryptColumn } from '../shared/cipher.ts';
import type { HandOffKind } from './hand-off.entity.ts';

/** A request whose match is looked for. */
interface Asked {
  id: number;
  orgId: number;
  kind: HandOffKind;
  serial: string | null;
  pinCipher: string | null;
  firstName: string | null;
  lastName: string | null;
  birthDate: string | null;
  phone: string | null;
  assignedId: string | null;
}

interface Match {
  patientId: number | null;
  machineId: number | null;
  pinConfirmed: boolean;
}

const NO_MATCH: Match = { patientId: null, machineId: null, pinConfirmed: false };

const digest = (text: string) => createHash('sha256').update(text).digest();

const ASKED = `select id, org_id as "orgId", kind, serial, pin_cipher as "pinCipher", first_name as "firstName", last_name as "lastName",
    birth_date::text as "birthDate", phone, assigned_id as "assignedId"
  from hand_offs where id = ? and side = 'asker' and looked_up_at is null`;

/**
 * A machine and its current patient, unless the organization that asks has the one or sees the other. Of a machine that
 * was handed over, and that no patient has, every organization but the one that has it now may ask for it.
 */
const MACHINE = `select m.id, m.pin_cipher as "pinCipher", p.id as "patientId"
  from machines m left join device_history h on h.machine_id = m.id and h.end_date is null left join patients p on p.id = h.patient_id
 where m.serial = ? and not case when p.id is null and m.handed_over then machine_holder(m.id) = ? else coalesce(p.visible_org_ids, m.visible_org_ids) @> array[?::int] end`;

/**
 * Of several records of one person the one with the newest active device, so that exactly one organization is asked. Name
 * and birth date find the rows by index; the third fact is compared on those few.
 */
const PATIENT = `select p.id from patients p left join device_history h on h.patient_id = p.id and h.end_date is null
 where p.name_key = plain_text(?) || chr(9) || plain_text(?) and p.birth_date = ?::date and not p.visible_org_ids @> array[?::int]
   and (right(regexp_replace(coalesce(p.phone, ''), '[^0-9]', '', 'g'), 10) = ? or right(regexp_replace(coalesce(p.mobile_phone, ''), '[^0-9]', '', 'g'), 10) = ?
     or plain_text(p.assigned_id) = plain_text(?))
 order by h.start_date desc nulls last, p.id desc limit 1`;

/**
 * Looks for what a request asks for, with the rights of the queue, and gives it to the organization that holds it. The
 * transaction of the asker reads no row of another organization, so neither its answer nor its time depends on a match.
 */
export async function matchHandOff(ctx: Context, id: number): Promise<void> {
  const [asked] = await ctx.em.execute<Asked[]>(ASKED, [id]);
  if (!asked) return;
  const { patientId, machineId, pinConfirmed } = await (asked.kind === 'device'
    ? machineOf(ctx, asked)
    : patientOf(ctx, asked));
  const [made] = await ctx.em.execute<{ id: number | null }[]>('select deliver_hand_off(?, ?::int, ?::int, ?) as id', [
    id,
    patientId,
    machineId,
    pinConfirmed,
  ]);
  if (made!.id === null) return;
  await ctx.em.execute(
    `insert into audit_log (org_id, operation, outcome, patient_ids, properties, request_id)
       select org_id, 'Job.match-hand-off', 'done', array_remove(array[patient_id], null), ?, ? from hand_offs where id = ?`,
    [JSON.stringify({ handOff: made!.id }), ctx.request.id, made!.id],
  );
}

async function machineOf(ctx: Context, { orgId, serial, pinCipher }: Asked): Promise<Match> {
  const [machine] = await ctx.em.execute<{ id: number; pinCipher: string | null; patientId: number | null }[]>(
    MACHINE,
    [serial, orgId, orgId],
  );
  if (!machine) return NO_MATCH;
  // A device without a known PIN is found by its serial number; the other side is shown that the PIN was not confirmed.
  const keys = ctx.app.config.encryptionKeys;
  const isRight =
    machine.pinCipher !== null &&
    pinCipher !== null &&
    timingSafeEqual(digest(decryptColumn(keys, machine.pinCipher)), digest(decryptColumn(keys, pinCipher)));
  if (machine.pinCipher !== null && !isRight) return NO_MATCH;
  return { patientId: machine.patientId, machineId: machine.id, pinConfirmed: isRight };
}

async function patientOf({ em }: Context, asked: Asked): Promise<Match> {
  const { orgId, firstName, lastName, birthDate, phone, assignedId } = asked;
  const [patient] = await em.execute<{ id: number }[]>(PATIENT, [
    lastName,
    firstName,
    birthDate,
    orgId,
    phone,
    phone,
    assignedId,
  ]);
  return patient ? { ...NO_MATCH, patientId: patient.id } : NO_MATCH;
}

/** Ends a request without an answer after its last moment; a job that ran too early waits for that moment again. */
export async function expireHandOff(ctx: Context, id: number): Promise<void> {
  const now = ctx.app.now();
  const [row] = await ctx.em.execute<{ orgId: number | null; expiresAt: Date | null }[]>(
    `select expire_hand_off(?, ?) as "orgId",
       (select expires_at from hand_offs where id = ? and state = 'open' and expires_at > ?) as "expiresAt"`,
    [id, now, id, now],
  );
  if (row!.expiresAt)
    await ctx.enqueue(
      'expire-hand-off',
      { handOffId: id },
      { key: `expire:${id}`, startAfter: new Date(row!.expiresAt) },
    );
  if (row!.orgId === null) return;
  await ctx.em.execute(
    `insert into audit_log (org_id, operation, outcome, properties, request_id)
       select org_id, 'Job.expire-hand-off', 'done', jsonb_build_object('handOff', id), ? from hand_offs where id = ?`,
    [ctx.request.id, id],
  );
}

/** Enqueues a job for requests whose last moment has passed, the oldest 1000; one that waits already is not added again. */
export async function resumeExpiries(ctx: Context): Promise<void> {
  const over = await ctx.em.execute<{ id: number }[]>(
    "select id from hand_offs where side = 'asker' and state = 'open' and expires_at <= ? order by expires_at limit 1000",
    [ctx.app.now()],
  );
  for (const { id } of over) await ctx.enqueue('expire-hand-off', { handOffId: id }, { key: `expire:${id}` });
}
