import type { Context } from '../shared/context.ts';
import type { PatientAccessChange } from './patient-form.types.ts';
import type { Patient } from './patient.entity.ts';

type Checked = { access: PatientAccessChange };

/** Not built yet. */
export async function checkCreatePatient(_ctx: Context, _raw: unknown, _only?: string[]): Promise<Checked> {
  throw new Error('not built yet');
}
/** Not built yet. */
export async function createPatient(_ctx: Context, _raw: unknown): Promise<Patient> {
  throw new Error('not built yet');
}
/** Not built yet. */
export async function checkUpdatePatient(
  _ctx: Context,
  _id: number,
  _raw: unknown,
  _only?: string[],
): Promise<Checked> {
  throw new Error('not built yet');
}
/** Not built yet. */
export async function updatePatient(_ctx: Context, _id: number, _raw: unknown): Promise<Patient> {
  throw new Error('not built yet');
}
