/** The fields of a patient's form and their columns, which are also their names in REST (document 001, section 3). */
export const PATIENT_COLUMNS = {
  assignedId: 'assigned_id',
  isRulesActive: 'is_rules_active',
  firstName: 'first_name',
  lastName: 'last_name',
  birthDate: 'birth_date',
  sex: 'sex',
  therapyStart: 'therapy_start',
  note: 'note',
  address1: 'address1',
  address2: 'address2',
  country: 'country',
  city: 'city',
  state: 'state',
  zip: 'zip',
  phone: 'phone',
  mobilePhone: 'mobile_phone',
  email: 'email',
  dmeId: 'dme_id',
  clinicianId: 'clinician_id',
  physicianId: 'physician_id',
  locationId: 'location_id',
} as const;

export type PatientField = keyof typeof PATIENT_COLUMNS;
export const PATIENT_FIELDS = Object.keys(PATIENT_COLUMNS) as PatientField[];

/** The fields that decide who sees a patient. They are stored together (connect_patient). */
export const CONNECTIONS = ['dmeId', 'clinicianId', 'physicianId', 'locationId'] as const satisfies PatientField[];

/** A patient as the form edits it. Dates are YYYY-MM-DD, phone numbers ten digits. */
export interface PatientValues {
  assignedId: string | null;
  isRulesActive: boolean;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  sex: 'f' | 'm' | 'o' | null;
  therapyStart: string | null;
  note: string | null;
  address1: string | null;
  address2: string | null;
  country: string;
  city: string | null;
  state: string | null;
  zip: string | null;
  phone: string | null;
  mobilePhone: string | null;
  email: string | null;
  dmeId: number | null;
  clinicianId: number | null;
  physicianId: number | null;
  locationId: number | null;
}
