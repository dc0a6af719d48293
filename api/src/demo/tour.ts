/** The fixed rows of the first demo patients that the manual's tour uses. */
export const TOUR = {
  /** Replaced device, different current and pending settings, iCode reports. */
  patientId: 1,
  /** Never had a device: assign the free one. */
  newPatientId: 2,
  newPatientName: 'Walter Lindqvist',
  /** A free device of Northside Respiratory in Albany. */
  freeSerial: 'A3900012345',
  freePin: '4321',
  /** Nights in the memory of the free device, so that its codes have figures. */
  freeNights: 40,
} as const;

/** Serial of the current device of patient 1. */
export const EXAMPLE_SERIAL = 'A3900010001';
