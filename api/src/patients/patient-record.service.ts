import { Location } from '../locations/location.entity.ts';
import type { Context } from '../shared/context.ts';
import { rowOfEach } from '../shared/list.ts';

/** What lists of patients do not show. */
export interface PatientRecord {
  id: number;
  /** Count of changes of the record, from 1. */
  version: number;
  note: string | null;
  address1: string | null;
  address2: string | null;
  zip: string | null;
  country: string;
}

/** Returns the record of each patient that the viewer may see, in the order of the ids. For `ctx.loader`. */
export async function patientRecords({ em }: Context, ids: readonly number[]): Promise<(PatientRecord | null)[]> {
  const rows = await em.execute<PatientRecord[]>(
    `select id, version, note, address1, address2, zip, country from patients where id in (${ids.map(() => '?').join(', ')})`,
    [...ids],
  );
  return rowOfEach(ids, rows, ({ id }) => id);
}

/** Returns the locations whose names the viewer may see, in the order of the ids. For `ctx.loader`. */
export async function locationsById({ em }: Context, ids: readonly number[]): Promise<(Location | null)[]> {
  return rowOfEach(ids, await em.find(Location, { id: { $in: [...ids] } }), ({ id }) => id);
}
