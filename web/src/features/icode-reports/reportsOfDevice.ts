/** Returns the filter of the reports of a device: a patient's, or all without one. */
export const reportsOfDevice = (serial: string, patientId: number | null) => ({
  serial: { equal: serial },
  ...(patientId !== null && { patientId: { equal: patientId } }),
});
