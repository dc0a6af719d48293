/** A row with data of one patient, or of none, such as an anonymous report. */
export interface PatientData {
  /** Returns the id of the patient whose data the row is; null for none. */
  patientShown(): number | null;
}

const isPatientData = (row: unknown): row is PatientData =>
  typeof (row as Partial<PatientData> | null | undefined)?.patientShown === 'function';

/** Returns the ids of the patients whose data these rows are. Rows without data of a patient are left out. */
export const patientsOf = (rows: readonly unknown[]): number[] =>
  rows.flatMap((row) => (isPatientData(row) ? (row.patientShown() ?? []) : []));
