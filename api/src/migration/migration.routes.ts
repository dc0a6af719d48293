import { locationToRest, referenceToRest } from '../organizations/organizations.wire.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput, renameRefusals, type Refusal } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import type { LegacyLocationRow, LegacySearchBy } from './legacy.ts';
import {
  allLegacyPatients,
  checkMigrateOrganization,
  locationOfDmeId,
  migratedOrganization,
  migrateOrganization,
  searchLegacyLocations,
  type Migrated,
} from './migration.service.ts';
import { checkChosen, migrateChosen, patientMigration, type ChosenPatients } from './patient-migrations.service.ts';
import type { LegacyPatientRow } from './patient-migrations.rules.ts';

const TYPES: Record<string, LegacySearchBy> = { DME_ID: 'DME_ID', name: 'NAME' };

const required = (field: string, value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && text.trim() !== '' && text.length <= 255) return text.trim();
  const message = text === undefined || text === null || text === '' ? 'required' : 'invalid';
  throw new InvalidInput([{ field, code: message, message }]);
};

function searchType(value: unknown): LegacySearchBy {
  const found = TYPES[required('type', value)];
  if (!found) throw new InvalidInput([{ field: 'type', code: 'invalid', message: 'invalid' }]);
  return found;
}

const NAMES: Record<string, string> = { dmeId: 'dme_id', locationId: 'location_id' };
const toRest = (refusal: Refusal): Refusal => ({ ...refusal, field: NAMES[refusal.field] ?? refusal.field });

/** Returns a location in its documented fields (document 001, section 3). */
const legacyToRest = (location: LegacyLocationRow) => ({
  id: location.dmeId,
  name: location.name,
  address1: location.address1,
  address2: location.address2,
  zip: location.zip,
  city: location.city,
  state: location.state,
  country: location.country,
  phone: location.phone,
  is_child: location.isChild,
  migrated: location.migrated,
  has_api_key: location.hasApiKey,
});

const patientToRest = ({ id, firstName, lastName, email }: LegacyPatientRow) => ({
  id,
  first_name: firstName,
  last_name: lastName,
  email,
});

/** The patients of a location as JSON, written while they are read. */
async function* patientsAsJson(ctx: Context, dmeId: string): AsyncGenerator<Buffer> {
  for (const [name, active] of [
    ['activePatients', true],
    ['inactivePatients', false],
  ] as const) {
    let before = `${active ? '{' : '],'}"${name}":[`;
    for await (const patients of allLegacyPatients(ctx, dmeId, active)) {
      yield Buffer.from(before + patients.map((patient) => JSON.stringify(patientToRest(patient))).join(','));
      before = ',';
    }
    if (before !== ',') yield Buffer.from(before);
  }
  yield Buffer.from(']}');
}

const migratedToRest = ({ organization, location }: Migrated): Reply => ({
  body: { ...referenceToRest(organization), location: locationToRest(location) },
  subject: organization.id,
});

const chosen = ({ body }: RestRequest): ChosenPatients => ({ patients: body.patients, locationId: body.location_id });

async function started(ctx: Context, id: number): Promise<Reply> {
  const { total } = await patientMigration(ctx, id);
  const message = translate(ctx.locale, 'migration.started', { count: total ?? 0 });
  return { status: 202, body: { id, message }, subject: id };
}

/** The documented migration from the legacy system (document 001, section 7). */
export const migrationRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/migration-search',
    handler: async (ctx, { query }) => {
      const by = searchType(query.type);
      const found = await searchLegacyLocations(ctx, required('query', query.query), by);
      // "Returns a JSON string that parses to a list of results."
      return { body: JSON.stringify(found.map(legacyToRest)) };
    },
  },
  {
    method: 'GET',
    path: '/api/migration-patients/{dme_id}',
    handler: async (ctx, { params }) => ({
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      stream: patientsAsJson(ctx, required('dme_id', params.dme_id)),
    }),
  },
  {
    method: 'POST',
    path: '/api/orgs/{dme_id}/migrate',
    check: (ctx, { params }) => renameRefusals(() => checkMigrateOrganization(ctx, params.dme_id!), toRest),
    handler: async (ctx, { params }) =>
      migratedToRest(await renameRefusals(() => migrateOrganization(ctx, params.dme_id!), toRest)),
    again: async (ctx, id) => migratedToRest(await migratedOrganization(ctx, id)),
  },
  {
    method: 'POST',
    path: '/api/orgs/get-location',
    readOnly: true,
    check: (ctx, { body }) => renameRefusals(() => locationOfDmeId(ctx, required('dme_id', body.dme_id)), toRest),
    handler: async (ctx, { body }) => ({
      body: {
        location_id: await renameRefusals(() => locationOfDmeId(ctx, required('dme_id', body.dme_id)), toRest),
      },
    }),
  },
  {
    method: 'POST',
    path: '/api/migrate/patients',
    check: (ctx, request) => renameRefusals(() => checkChosen(ctx, chosen(request)), toRest),
    handler: async (ctx, request) =>
      started(ctx, await renameRefusals(() => migrateChosen(ctx, chosen(request)), toRest)),
    again: started,
  },
];
