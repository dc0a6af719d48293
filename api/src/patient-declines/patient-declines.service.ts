import { countPoints } from '../auth/counters.ts';
import type { PatientField } from '../patients/patient-form-fields.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { displayDate } from '../device-history/device-form.ts';
import { authorize, NotFound, refuse, TooMany, type Refusal } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { canDeclinePatient } from './patient-declines.policy.ts';
import { declinePatientRules } from './patient-declines.rules.ts';

/** A partner declined a patient, and is not connected with the patient since. */
export interface PatientDecline {
  patientId: number;
  partnerName: string;
  reason: string;
  declinedAt: Date;
}

/** A decline is shown on the page of the patient for this long, in days. */
const SHOWN_DAYS = 90;
/** Patients that one organization connects with one partner in an hour. */
export const CONNECTED_PER_HOUR = 100;
const HOUR_SECONDS = 60 * 60;

const refuseWithDevice = () =>
  refuse([{ field: '', code: 'patient.declined_with_device', message: 'patient.declined_with_device' }]);

/**
 * Runs every check of declining a patient without writing, and returns the clean reason. Refuses a missing reason, and a
 * patient who uses a device of the viewer's organization: it would lose sight of its own device.
 */
export async function checkDecline(ctx: Context, id: number, raw: unknown): Promise<{ reason: string }> {
  const patient = await findVisible(ctx, Patient, { id }, { refresh: true });
  authorize(canDeclinePatient(ctx.viewer, { orgId: patient.organization.id }));
  const { reason } = await validate(declinePatientRules, raw);
  const [row] = await ctx.em.execute<{ uses: boolean }[]>('select uses_device_of_caller(?) as uses', [id]);
  if (row!.uses) refuseWithDevice();
  return { reason };
}

/**
 * Ends what connects the viewer's organization with a patient of another one: as the provider, and by its clinicians.
 * The patient leaves its lists, and staff of the patient's organization finds the reason in the inbox and on the page
 * of the patient. Throws NotFound when the patient is not visible any more.
 */
export async function declinePatient(ctx: Context, id: number, raw: unknown): Promise<void> {
  const { reason } = await checkDecline(ctx, id, raw);
  const [row] = await ctx.em.execute<{ outcome: 'done' | 'device' | null }[]>(
    'select decline_patient(?, ?) as outcome',
    [id, reason],
  );
  if (row!.outcome === null) throw new NotFound();
  if (row!.outcome === 'device') refuseWithDevice();
  ctx.note({ declined: `Patient:${id}` });
  ctx.publish('device-history.changed', { patientId: id, historyId: 0 });
}

/**
 * Returns, for each patient of the viewer's organization, the last decline of each partner that is not connected with the
 * patient now, of the last 90 days, newest first, in the order of the ids. None of other organizations' patients. For
 * `ctx.loader`.
 */
export async function declinesOfPatients(
  { em }: Context,
  patientIds: readonly number[],
): Promise<(readonly PatientDecline[])[]> {
  const rows = await em.execute<PatientDecline[]>(
    `select * from (
       select distinct on (d.patient_id, d.partner_org_id) d.patient_id as "patientId", d.partner_name as "partnerName", d.reason, d.declined_at as "declinedAt"
         from declined_patients d join patients p on p.id = d.patient_id
        where d.patient_id = any (?::int[]) and not p.visible_org_ids @> array[d.partner_org_id] and d.declined_at > now() - make_interval(days => ?)
        order by d.patient_id, d.partner_org_id, d.id desc) one
      order by "declinedAt" desc`,
    [`{${patientIds.join()}}`, SHOWN_DAYS],
  );
  const groups = Map.groupBy(rows, ({ patientId }) => patientId);
  return patientIds.map((id) =>
    (groups.get(id) ?? []).map(({ declinedAt, ...rest }) => ({ ...rest, declinedAt: new Date(declinedAt) })),
  );
}

/**
 * Returns a refusal for each field that would connect a patient with an organization that declined the patient less than
 * 30 days ago. `asked`: the field and the organization.
 */
export async function refusalsOfDeclines(
  { em }: Context,
  patientId: number,
  asked: readonly (readonly [PatientField, number])[],
): Promise<Refusal[]> {
  if (asked.length === 0) return [];
  // The day after the time, in the zone of the patient's organization: on it the request is taken for certain.
  const rows = await em.execute<{ id: number; name: string; day: string }[]>(
    `select d.partner_org_id as id, d.partner_name as name, ((d.asked_from at time zone o.timezone)::date + 1)::text as day
       from patients p join organizations o on o.id = p.org_id cross join lateral declined_by(p.id, ?::int[]) d
      where p.id = ? and d.asked_from > now()`,
    [`{${asked.map(([, id]) => id).join()}}`, patientId],
  );
  return asked.flatMap(([field, id]) => {
    const row = rows.find((one) => one.id === id);
    const values = row && { name: row.name, date: displayDate(row.day) };
    return values ? [{ field, code: 'patient.declined', message: 'patient.declined', values } satisfies Refusal] : [];
  });
}

/**
 * Counts a patient that the viewer's organization connects with these partners, for each of them by the hour. Throws TooMany above
 * 100: no organization fills the lists of another one.
 */
export async function countConnected(ctx: Context, partners: readonly { databaseId: number }[]): Promise<void> {
  const { workOrgId } = ctx.viewer;
  for (const { databaseId } of partners) {
    const key = `patients-connected:${workOrgId}:${databaseId}`;
    const { before, secondsLeft } = await countPoints(ctx, key, HOUR_SECONDS, 1);
    if (before >= CONNECTED_PER_HOUR) throw new TooMany(Math.max(1, secondsLeft));
  }
}
