import { Overloaded } from '../shared/errors.ts';
import type { LegacyPatientRow } from './patient-migrations.rules.ts';

/** DME_ID: the whole id, in either case. NAME: words of the name, without case and accents. */
export type LegacySearchBy = 'DME_ID' | 'NAME';

/** Locations of one answer to a search. */
export const MAX_LOCATIONS = 50;
/** Patients of one answer. */
export const MAX_PAGE = 250;

/** A location of the legacy system. `dmeId`: its id there. */
export interface LegacyLocationRow {
  dmeId: string;
  name: string;
  address1: string | null;
  address2: string | null;
  zip: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  phone: string | null;
  isChild: boolean;
  /** As the legacy system has it; an organization here may say so too. */
  migrated: boolean;
  hasApiKey: boolean;
}

/** A part of the patients of a location that are active, or not, in the order of the legacy system. */
export interface PatientsQuery {
  active: boolean;
  /** At most MAX_PAGE. */
  limit: number;
  /** The id after which the part begins; null for the first. */
  after?: string | null;
  /** Number of patients to leave out, instead of `after`. */
  offset?: number;
}

/** The part, and the number of all such patients of the location. */
export interface LegacyPatients {
  patients: LegacyPatientRow[];
  total: number;
}

/** The legacy system. Each function throws LegacyUnavailable when it gives no usable answer, and changes nothing there. */
export interface LegacyDirectory {
  /** Returns at most MAX_LOCATIONS locations, by name; none for a blank query. */
  search(query: string, by: LegacySearchBy): Promise<LegacyLocationRow[]>;
  /** Returns patients of a location; none for an unknown location. */
  patients(dmeId: string, query: PatientsQuery): Promise<LegacyPatients>;
}

/** slow: no whole answer in time. broken: an error, or an answer that cannot be read. busy: too many questions at once. */
export type LegacyProblem = 'slow' | 'broken' | 'busy';

const RETRY_SECONDS = 5;

/** The legacy system gave no usable answer: 503, and nothing was done. */
export class LegacyUnavailable extends Overloaded {
  constructor(readonly problem: LegacyProblem) {
    super(RETRY_SECONDS, `legacy.${problem}`);
  }
}
