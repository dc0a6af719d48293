import { devices } from './fhir-device.ts';
import { observations } from './fhir-observation.ts';
import { organizations } from './fhir-organization.ts';
import { patients } from './fhir-patient.ts';
import type { Resource } from './fhir-resource.ts';

/** Every type of resource that is served. */
export const RESOURCES: readonly Resource[] = [devices, observations, organizations, patients];
