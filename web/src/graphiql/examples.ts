import { devicesExamples } from './devicesExamples.ts';
import { nightsExamples } from './nightsExamples.ts';
import { patientsExamples } from './patientsExamples.ts';
import { staffExamples } from './staffExamples.ts';

/** The queries that the page offers, by group and in their order. */
export const EXAMPLES = [...patientsExamples, ...nightsExamples, ...devicesExamples, ...staffExamples];
