import type { FilterQuery } from '@mikro-orm/core';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { rowOfEach } from '../shared/list.ts';
import { findVisible } from '../shared/visible-row.ts';
import { Patient } from './patient.entity.ts';
import { patientsList } from './patients.list.ts';
import { canReadPatients } from './patients.policy.ts';

/** Returns the patient if the viewer may see them; throws NotFound otherwise. */
export const findPatient = (ctx: Context, id: number): Promise<Patient> => findVisible(ctx, Patient, { id });

/**
 * Returns a page of the patients that the viewer may see. Refuses unknown columns, conditions, sizes and cursors. `among`:
 * what a patient must meet in addition.
 */
export const listPatients = (
  ctx: Context,
  args: ListArgs,
  { among }: { among?: FilterQuery<object> } = {},
): Promise<ConnectionShape<Patient>> =>
  connection(ctx, among ? { list: patientsList, within: among } : patientsList, args);

/** Returns the patients that the viewer may see, in the order of the ids; null for any other. For `ctx.loader`. */
export async function patientsById({ em }: Context, ids: readonly number[]): Promise<(Patient | null)[]> {
  const patients = await em.find(Patient, { id: { $in: [...ids] } });
  return rowOfEach(ids, patients, ({ id }) => id);
}

/** Returns the patient to which a row refers; null for none, and when the viewer may not read patients or not see this one. */
export async function readablePatient(ctx: Context, id: number | null): Promise<Patient | null> {
  return id !== null && canReadPatients(ctx.viewer) ? ctx.loader(patientsById).load(id) : null;
}
