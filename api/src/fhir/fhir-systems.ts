import type { Context } from '../shared/context.ts';

/** Where FHIR is served. */
export const BASE = '/fhir/r4';
/** The media type of its answers. */
export const MEDIA_TYPE = 'application/fhir+json';

/** Systems of the portal for identifiers and codes, which `/developers/fhir` documents. */
const PATHS = {
  /** The integer id of a patient. */
  patient: '/fhir/sid/patient',
  /** The number that an organization gave a patient. */
  patientNumber: '/fhir/sid/patient-number',
  organization: '/fhir/sid/organization',
  serial: '/fhir/sid/serial',
  /** What is measured in a night. */
  measure: '/fhir/cs/night',
  /** What reported a night. */
  source: '/fhir/cs/night-source',
  deviceKind: '/fhir/cs/device-kind',
  organizationType: '/fhir/cs/organization-type',
} as const;

/** Returns the URI of a system of the portal: the same for every client, whatever address it uses. */
export const systemOf = ({ app }: Pick<Context, 'app'>, name: keyof typeof PATHS): string =>
  new URL(PATHS[name], app.config.publicUrl).href;
