import type { Contract } from '../../test/contract/contract.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';

// The settings of their own organization (DESIGN section 7). Its name, type and state are support's.
const ORGANIZATION: Rights = {
  select: 'all',
  update:
    'timezone locale physician_can_add_missing_pin disallow_external_device_edit export_to_csv_access allow_ventilator_support ventilator_visibility allow_api_key_management two_factor_enabled two_factor_prevent_phone_numbers two_factor_app two_factor_sms session_idle_minutes settings_version',
};
// Support staff also makes organizations, and changes their name and types. Their state: functions of the definer.
const ANY_ORGANIZATION: Rights = {
  select: 'all',
  insert: 'name type_id clinical_type_id dme_id',
  update: `${ORGANIZATION.update} name type_id clinical_type_id`,
};
// A location is never deleted and never moves to another organization.
const PLACE = 'name address1 address2 city state zip country phone custom_id';
const LOCATION: Rights = { select: 'all', insert: `org_id ${PLACE}`, update: `${PLACE} closed_at` };
const GROUP: Rights = { select: 'all', insert: 'org_id name', update: 'name version', delete: true };
const branch = (org_id: number) => ({ org_id, name: 'new', country: 'US' });

/** Rights on the tables of organizations, and the rows that a principal may and may not add, typed from the documents. */
export const contract: Contract = {
  rights: {
    // Reference lists: changed by migrations.
    organization_types: { org: READ, support: READ, auth: READ, definer: READ },
    clinical_types: { org: READ, support: READ, auth: READ },
    // Organizations and staff. Locations and groups have no screen yet.
    organizations: {
      org: ORGANIZATION,
      support: ANY_ORGANIZATION,
      auth: READ,
      jobs: READ,
      definer: { select: 'all', update: 'all' },
    },
    locations: {
      org: LOCATION,
      support: LOCATION,
      auth: READ,
      // Which one is primary: one function, which keeps it at one. migrate_organization gives it its DME ID.
      definer: { select: 'all', update: 'is_primary closed_at dme_id' },
    },
    // A location that is closed moves to another one in its groups: one function.
    org_groups: { org: GROUP, support: GROUP, auth: READ, definer: { select: 'all', update: 'version' } },
    recent_organizations: {
      support: READ,
      definer: { select: 'all', insert: 'all', update: 'all', delete: true },
    },
  },
  change: {
    organizations: 'session_idle_minutes = 5',
    locations: "city = 'changed'",
    org_groups: "name = 'changed'",
  },
  newRows: (w) => [
    ['locations', 'a', branch(w.a), true],
    ['locations', 'a', branch(w.b), false],
    ['locations', 'limited', branch(w.a), false],
    ['locations', 'c', branch(w.a), false],
    ['locations', 'support', branch(w.b), true],
    ['locations', 'support', branch(w.a), false], // without update.org
    ['locations', 'acting', branch(w.a), true],
    ['locations', 'acting', branch(w.b), false],
    ['org_groups', 'a', { org_id: w.a, name: 'new' }, true],
    ['org_groups', 'a', { org_id: w.b, name: 'new' }, false],
    ['org_groups', 'limited', { org_id: w.a, name: 'new' }, false],
    ['org_groups', 'support', { org_id: w.b, name: 'new' }, true],
    ['org_groups', 'support', { org_id: w.a, name: 'new' }, false],
    ['org_groups', 'acting', { org_id: w.b, name: 'new' }, false],
    ['organizations', 'support', { name: 'New', type_id: 1 }, false], // without create.org
    ['organizations', 'acting', { name: 'New', type_id: 1 }, false],
    [
      'recent_organizations',
      'definer',
      { org_id: w.b, user_id: w.userB, recent_org_id: w.c, visited_at: new Date() },
      true,
    ],
  ],
};
