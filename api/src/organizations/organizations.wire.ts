import { codedCell, plainCell, textCell, timeCell } from '../rest/column-sql.ts';
import type { DatatableColumn } from '../rest/datatable.ts';
import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import type { Location } from '../locations/location.entity.ts';
import { clinicalTypeOf, countsOfOrganizations, primaryLocations } from './organization-record.service.ts';
import type { Organization } from './organization.entity.ts';

/** Returns an organization as rows of other tables name it: `id` and `name`; null for one that the viewer may not see. */
export const referenceToRest = (organization: Organization | null) =>
  organization && { id: organization.id, name: organization.name };

/** Returns the name of a reference, as files show it. */
export const nameOfReference = (reference: { name: string } | null) => reference?.name;

/** Returns a location in its documented fields (document 001, section 3). */
export const locationToRest = (location: Location) => ({
  id: location.id,
  name: location.name,
  address1: location.address1,
  address2: location.address2,
  city: location.city,
  state: location.state,
  zip: location.zip,
  country: location.country,
  phone: location.phone,
  custom_id: location.customId,
  is_primary: location.isPrimary,
});

/** The tables of the cells in SQL, next to `organizations r`. */
export const ORGANIZATION_JOINS = `join organization_types t on t.id = r.type_id left join clinical_types c on c.id = r.clinical_type_id
  left join locations l on l.org_id = r.id and l.is_primary`;

/** Returns the town of a location: city and state; null when neither is known. */
const townOf = (location: Location | null) => [location?.city, location?.state].filter(Boolean).join(', ') || null;

/** The documented fields of a row of the list of organizations (document 001, section 3), as REST names them. */
export function organizationColumns(ctx: Context): DatatableColumn<Organization>[] {
  const counts = ({ id }: Organization) => ctx.loader(countsOfOrganizations).load(id);
  const primary = ({ id }: Organization) => ctx.loader(primaryLocations).load(id);
  const titleOfStatus = (active: boolean) =>
    translate(ctx.locale, active ? 'organizations.active' : 'organizations.inactive');
  return [
    { key: 'id', title: 'organizations.csv.id', value: ({ id }) => id, sql: plainCell('r.id') },
    { key: 'name', title: 'organizations.csv.name', value: ({ name }) => name, sql: textCell('r.name') },
    { key: 'type', title: 'organizations.csv.type', value: ({ type }) => type, sql: textCell('t.type') },
    { key: 'is_clinical', value: ({ isClinical }) => isClinical },
    {
      key: 'clinical_type',
      title: 'organizations.csv.clinical_type',
      value: (organization) => clinicalTypeOf(ctx, organization),
      sql: textCell('c.type'),
    },
    {
      key: 'created_at',
      title: 'organizations.csv.created_at',
      value: ({ createdAt }) => createdAt,
      sql: timeCell('r.created_at'),
    },
    {
      key: 'city_state',
      title: 'organizations.csv.city_state',
      value: async (organization) => townOf(await primary(organization)),
      sql: textCell("nullif(concat_ws(', ', nullif(l.city, ''), nullif(l.state, '')), '')"),
    },
    {
      key: 'zip',
      title: 'organizations.csv.zip',
      value: async (organization) => (await primary(organization))?.zip,
      sql: textCell('l.zip'),
    },
    {
      key: 'status',
      title: 'organizations.csv.status',
      value: ({ active }) => active,
      shown: titleOfStatus,
      sql: codedCell('r.active', (cell) => cell === 't'),
    },
    {
      key: 'patient_count',
      title: 'organizations.csv.patient_count',
      value: async (organization) => (await counts(organization))?.patients,
      sql: plainCell(
        "(select coalesce(sum(k.rows), 0)::int from list_counts k where k.org_id = r.id and k.list = 'patients')",
      ),
    },
    {
      key: 'user_count',
      title: 'organizations.csv.user_count',
      value: async (organization) => (await counts(organization))?.users,
      sql: plainCell('(select count(*) from user_accounts u where u.org_id = r.id)'),
    },
    {
      key: 'location',
      title: 'organizations.csv.location',
      value: async (organization) => (await primary(organization))?.name,
      sql: textCell('l.name'),
    },
    {
      key: 'location_count',
      title: 'organizations.csv.location_count',
      value: async (organization) => (await counts(organization))?.locations,
      sql: plainCell('(select count(*) from locations k where k.org_id = r.id and k.closed_at is null)'),
    },
  ];
}
