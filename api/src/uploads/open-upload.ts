import type { CardReading } from './cards/card-reading.types.ts';

/** An upload that a job reads. */
export interface OpenUpload {
  id: number;
  orgId: number;
  userId: number;
  /** The zone of the organization. */
  timezone: string;
  machineId: number | null;
  storageKey: string;
  attempts: number;
  createdAt: Date;
  files: { id: number; name: string; place: number }[];
  /** What was read from them before; null when they are still to be read. */
  reading: CardReading | null;
}
