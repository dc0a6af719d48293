// Rows of several features, for the checks of row-level security.

export const used = (org_id: number, patient_id: number, machine_id: number) => ({
  org_id,
  patient_id,
  machine_org_id: org_id,
  machine_id,
});
