import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { Patient } from './patient.entity.ts';
import { patientsList } from './patients.list.ts';

/** The patient, when the viewer may see them; else NotFound. */
export async function findPatient({ em }: Context, id: number): Promise<Patient> {
  const patient = await em.findOne(Patient, { id });
  if (!patient) throw new NotFound();
  return patient;
}

/** A page of the patients that the viewer may see. Refuses unknown columns, conditions, sizes and cursors. */
export const listPatients = (ctx: Context, args: ListArgs): Promise<ConnectionShape<Patient>> => connection(ctx, patientsList, args);
