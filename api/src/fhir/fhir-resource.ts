import type { FhirResource } from 'fhir/r4';
import type { Context } from '../shared/context.ts';
import type { Page, Place } from './fhir-bundle.ts';
import type { SearchParameter } from './fhir-parameters.ts';
import type { Search } from './fhir-search.ts';

/** A type of resource: its paths and its part of the CapabilityStatement are made from it. */
export interface Resource {
  type: 'Device' | 'Observation' | 'Organization' | 'Patient';
  parameters: readonly SearchParameter[];
  /** What follows the integer in an id, of a resource that is a part of a row. */
  suffixes?: readonly string[];
  /** Returns the resource of an integer id and a suffix; throws NotFound when the viewer may not see it. */
  read: (ctx: Context, id: number, suffix: string) => Promise<FhirResource>;
  search: (ctx: Context, search: Search, place: Place) => Promise<Page>;
}
