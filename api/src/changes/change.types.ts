/** The kinds of rows of which changes are noted. A name of a type with a global id is that type's. */
export const CHANGE_TYPES = [
  'Compliance',
  'DeviceHistory',
  'HandOff',
  'ICodeReport',
  'Location',
  'Machine',
  'Patient',
  'SettingsRecord',
  'Upload',
  'UsageNight',
  'User',
] as const;
export type ChangedType = (typeof CHANGE_TYPES)[number];

/** What some changes mean. */
export const CHANGE_EVENTS = [
  'device.assigned',
  'settings.delivered',
  'settings.failed',
  'night.arrived',
  'night.corrected',
  'compliance.met',
  'compliance.at_risk',
  'compliance.lost',
  'upload.read',
  'hand_off.changed',
] as const;
export type ChangeEventName = (typeof CHANGE_EVENTS)[number];

/** One change of a row, as one organization may see it. */
export interface Change {
  /** Position of the line: what follows it is read with it. */
  position: string;
  type: ChangedType;
  /** Integer id of the row; of a Compliance, of its patient. */
  rowId: string;
  event: ChangeEventName | null;
  /** Whether the row is gone for the organization: deleted, or no longer visible to it. */
  deleted: boolean;
  at: Date;
}
