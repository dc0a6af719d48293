/** What the manual's tour walks through: fixed rows of the first demo patients. */
export const TOUR = {
  /** Replaced device, current and pending settings that differ, iCode reports. */
  patientId: 1,
  /** Never had a device: assign the free one. */
  newPatientId: 2,
  newPatientName: 'Walter Lindqvist',
  /** A free device of Northside Respiratory in Albany. */
  freeSerial: 'A3900012345',
  freePin: '4321',
} as const;

/** Serial of the device that patient 1 has now. */
export const EXAMPLE_SERIAL = 'A3900010001';
