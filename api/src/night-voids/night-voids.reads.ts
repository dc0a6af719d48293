import type { Context } from '../shared/context.ts';
import { NIGHT_OF_UPLOAD } from '../uploads/uploads.service.ts';
import { VOIDED } from '../usage/night-states.ts';

/** Nights of one device that were voided together and were not restored. */
export interface VoidedTogether {
  machineId: number;
  nights: number;
  firstDate: string;
  lastDate: string;
  reason: string;
  /** E-mail address of the user, as then. */
  by: string;
  at: Date;
  /** By date. */
  nightIds: string[];
}

type Row = Omit<VoidedTogether, 'at'> & { id: number; at: string };

const grouped = (key: string, from: string) => `
  select ${key} as id, n.machine_id as "machineId", count(*)::int as nights, min(n.usage_date)::text as "firstDate", max(n.usage_date)::text as "lastDate",
         v.reason, v.email as by, to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
         array_agg(n.id::text order by n.usage_date, n.id) as "nightIds"
    from ${from} and n.state = ${VOIDED}
    join night_voids v on v.night_id = n.id and v.given_back_at is null
   where ${key} = any (?::int[])
   group by ${key}, n.machine_id, v.reason, v.email, v.created_at order by v.created_at desc, n.machine_id`;

const OF_PATIENTS = grouped('p.id', 'patients p join usage_nights n on n.patient_id = p.id');
const OF_UPLOADS = grouped('u.id', `uploads u join usage_nights n on ${NIGHT_OF_UPLOAD}`);

const reader =
  (sql: string) =>
  async ({ em }: Context, ids: readonly number[]): Promise<VoidedTogether[][]> => {
    const rows = Map.groupBy(await em.execute<Row[]>(sql, [`{${ids}}`]), ({ id }) => id);
    return ids.map((id) => (rows.get(id) ?? []).map(({ at, ...voided }) => ({ ...voided, at: new Date(at) })));
  };

/** Returns the voided nights of each patient, the last void first. For `ctx.loader`. */
export const voidedOfPatients = reader(OF_PATIENTS);

/** Returns the voided nights that each upload brought or has again, which the viewer may see. For `ctx.loader`. */
export const voidedOfUploads = reader(OF_UPLOADS);

/** Returns the number of nights of each upload that can be voided and that the viewer may see. For `ctx.loader`. */
export async function voidableOfUploads({ em }: Context, ids: readonly number[]): Promise<number[]> {
  const rows = await em.execute<{ id: number; nights: number }[]>(
    `select u.id, count(*)::int as nights from uploads u join usage_nights n on ${NIGHT_OF_UPLOAD} and n.state <> ${VOIDED}
      where u.id = any (?::int[]) group by u.id`,
    [`{${ids}}`],
  );
  const found = new Map(rows.map(({ id, nights }) => [id, nights]));
  return ids.map((id) => found.get(id) ?? 0);
}
