import type { FhirResource } from 'fhir/r4';
import type { Context } from '../shared/context.ts';
import { renameRefusals, type Refusal } from '../shared/errors.ts';
import { patientsOf } from '../shared/patient-data.ts';
import { findNight, listAllNights } from '../usage/nights.service.ts';
import type { UsageNight } from '../usage/usage-night.entity.ts';
import type { Page, Place } from './fhir-bundle.ts';
import { chargeSearch, countOf } from './fhir-listed.ts';
import { MEASURES, nightResource, type Measure } from './fhir-night.ts';
import { byTime, onDate, referenceTo, tokenOf, type SearchParameter, type Value } from './fhir-parameters.ts';
import type { Resource } from './fhir-resource.ts';
import type { Search } from './fhir-search.ts';
import { systemOf } from './fhir-systems.ts';

/** Which measures a search asks for is no condition on nights: the parameter `code` is read from it. */
function measuresOf(ctx: Context, { used }: Search): Measure[] {
  const asked = used.filter(([name]) => name === 'code').map(([, value]) => value.split(',').map(tokenOf));
  const system = systemOf(ctx, 'measure');
  return MEASURES.filter((measure) =>
    asked.every((tokens) =>
      tokens.some((token) => token.value.trim() === measure && [undefined, system].includes(token.system as never)),
    ),
  );
}

/** The list of nights names its own filters, and a client of FHIR knows the parameters. */
const inParameters = (refusal: Refusal): Refusal =>
  refusal.code === 'nights.bounded'
    ? { ...refusal, field: 'date', code: 'fhir.nights', message: 'fhir.nights' }
    : refusal;

/** One entry of a page: a measure of a night. */
interface Entry {
  night: UsageNight;
  measure: Measure;
}

/**
 * Returns a page of the measures of nights, oldest first. A page may end between two measures of one night: the next one
 * begins with the other.
 */
async function search(ctx: Context, asked: Search, { after, skipped }: Place): Promise<Page> {
  await chargeSearch(ctx, asked);
  const measures = measuresOf(ctx, asked);
  const { where, within, count } = asked;
  const end = skipped + count;
  const first = Math.max(1, Math.ceil(end / Math.max(1, measures.length)));
  const read = () => listAllNights(ctx, { where, first, after }, { among: within });
  const connection = await renameRefusals(read, inParameters);
  if (count === 0) {
    ctx.shows([]);
    const nights = await countOf(connection);
    return { resources: [], next: null, total: nights === undefined ? undefined : nights * measures.length };
  }
  const { edges, pageInfo } = connection;
  const all = edges.flatMap(({ node }) => measures.map((measure): Entry => ({ night: node, measure })));
  const entries = all.slice(skipped, end);
  ctx.shows(patientsOf(entries.map(({ night }) => night)));
  const isLast = measures.length === 0 || (!pageInfo.hasNextPage && all.length <= end);
  const whole = isLast ? 0 : Math.floor(end / measures.length);
  return {
    resources: await Promise.all(
      entries.map(({ night, measure }): Promise<FhirResource> => nightResource(ctx, night, measure)),
    ),
    next: isLast ? null : { after: whole > 0 ? edges[whole - 1]!.cursor : after, skipped: end % measures.length },
    total: isLast && after === null && skipped === 0 ? entries.length : undefined,
  };
}

/** The id of an entry is that of its night, and its measure. */
const suffixOf = (measure: Measure) => `-${measure}`;

async function read(ctx: Context, id: number, suffix: string): Promise<FhirResource> {
  const measure = MEASURES.find((one) => suffixOf(one) === suffix)!;
  return nightResource(ctx, await findNight(ctx, id), measure);
}

const ofPatient = (name: string): SearchParameter => ({
  name,
  type: 'reference',
  text: 'The patient. Without one, dates of at most 31 days are required.',
  condition: (_ctx: Context, value: Value) => ({ where: { patientId: { equal: referenceTo('Patient', value) } } }),
});

export const observations: Resource = {
  type: 'Observation',
  parameters: [
    ofPatient('patient'),
    ofPatient('subject'),
    { name: 'code', type: 'token', text: 'What is measured: usage or ahi.', condition: () => ({}) },
    {
      name: 'date',
      type: 'date',
      text: 'Date of the evening on which the night began, or its month or year.',
      condition: (_ctx, value) => onDate('date', value),
    },
    ...byTime('arrivedAt', 'Time at which the night arrived.'),
  ],
  suffixes: MEASURES.map(suffixOf),
  read,
  search,
};
