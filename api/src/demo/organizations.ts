import { addDays } from '../shared/dates.ts';
import { organizationRow, ORGANIZATION_TYPES, userRow } from '../db/factories.ts';
import { instant } from './calendar.ts';
import { DEMO_KEY_USER } from './credentials.ts';
import { DEMO_USERS, LOCATION, ORG, ORGANIZATION_NAMES } from './logins.ts';
import { demoFactor } from './second-factors.ts';

type Row = Record<string, unknown>;

const location = (
  id: number,
  org: number,
  name: string,
  address1: string,
  city: string,
  state: string,
  zip: string,
  phone: string,
  primary: boolean,
  closed: string | null = null,
): Row => ({
  id,
  org_id: org,
  name,
  address1,
  address2: null,
  city,
  state,
  zip,
  country: 'US',
  phone,
  is_primary: primary,
  closed_at: closed,
});

/**
 * Organizations in every state with their locations, groups, users and roles; `created` is the calendar date of their
 * creation.
 */
export function demoOrganizations(created: string) {
  const made = instant(created, 54_000);
  const users = DEMO_USERS.map((user, index) => ({ ...user, id: index + 1 }));
  const organization = (id: number, overrides: Row): Row =>
    organizationRow({
      id,
      name: ORGANIZATION_NAMES[id],
      clinical_type_id: null,
      created_at: made,
      allow_ventilator_support: false,
      ventilator_visibility: 'all-users',
      allow_api_key_management: false,
      ...overrides,
    });
  return {
    organizations: [
      organization(ORG.northside, {
        type_id: ORGANIZATION_TYPES.ep,
        physician_can_add_missing_pin: true,
        allow_api_key_management: true,
      }),
      organization(ORG.lakeview, {
        type_id: ORGANIZATION_TYPES.clinical,
        clinical_type_id: 1,
        disallow_external_device_edit: true,
        export_to_csv_access: 2,
        allow_ventilator_support: true,
        ventilator_visibility: 'specific-users',
      }),
      organization(ORG.harbor, { type_id: ORGANIZATION_TYPES.ep, export_to_csv_access: 0 }),
      organization(ORG.support, { type_id: ORGANIZATION_TYPES.support }),
      organization(ORG.draft, {
        type_id: ORGANIZATION_TYPES.clinical,
        clinical_type_id: 3,
        draft: true,
        active: false,
      }),
      organization(ORG.inactive, { type_id: ORGANIZATION_TYPES.ep, active: false }),
    ],
    locations: [
      location(
        LOCATION.albany,
        ORG.northside,
        'Albany',
        '120 Washington Avenue',
        'Albany',
        'NY',
        '12210',
        '5185550101',
        true,
      ),
      location(
        LOCATION.saratoga,
        ORG.northside,
        'Saratoga Springs',
        '8 Phila Street',
        'Saratoga Springs',
        'NY',
        '12866',
        '5185550102',
        false,
      ),
      location(
        LOCATION.poughkeepsie,
        ORG.northside,
        'Poughkeepsie',
        '45 Market Street',
        'Poughkeepsie',
        'NY',
        '12601',
        '8455550103',
        false,
      ),
      location(
        LOCATION.lakeview,
        ORG.lakeview,
        'Lakeview main clinic',
        '300 New Scotland Avenue',
        'Albany',
        'NY',
        '12208',
        '5185550104',
        true,
      ),
      location(
        LOCATION.troy,
        ORG.lakeview,
        'Lakeview Troy',
        '17 River Street',
        'Troy',
        'NY',
        '12180',
        '5185550105',
        false,
      ),
      location(
        LOCATION.newHaven,
        ORG.harbor,
        'New Haven',
        '91 Long Wharf Drive',
        'New Haven',
        'CT',
        '06511',
        '2035550106',
        true,
      ),
      location(
        LOCATION.bridgeport,
        ORG.harbor,
        'Bridgeport',
        '12 Fairfield Avenue',
        'Bridgeport',
        'CT',
        '06604',
        '2035550107',
        false,
      ),
      location(8, ORG.support, 'Support desk', '1 State Street', 'Albany', 'NY', '12207', '5185550108', true),
      location(9, ORG.draft, 'Riverside', '60 River Road', 'Kingston', 'NY', '12401', '8455550109', true),
      location(
        11,
        ORG.northside,
        'Glens Falls',
        '21 Ridge Street',
        'Glens Falls',
        'NY',
        '12801',
        '5185550111',
        false,
        instant(addDays(created, 600), 54_000),
      ),
      location(10, ORG.inactive, 'Old Mill', '4 Mill Lane', 'Utica', 'NY', '13501', '3155550110', true),
    ],
    groups: [
      { id: 1, org_id: ORG.northside, name: 'Capital Region' },
      { id: 2, org_id: ORG.lakeview, name: 'Evening clinic' },
      { id: 3, org_id: ORG.northside, name: 'Hudson Valley' },
    ],
    groupLocations: [
      { org_id: ORG.northside, group_id: 1, location_id: LOCATION.albany },
      { org_id: ORG.northside, group_id: 1, location_id: LOCATION.saratoga },
      { org_id: ORG.lakeview, group_id: 2, location_id: LOCATION.lakeview },
      { org_id: ORG.northside, group_id: 3, location_id: LOCATION.poughkeepsie },
    ],
    users: users.map(({ id, org, email, name: [first, last], locations, groups, columns }) =>
      userRow(org, {
        id,
        email,
        first_name: first,
        last_name: last,
        phone: `518555${String(1200 + id)}`,
        user_type: locations ? 'Location' : groups ? 'Group' : 'Organization',
        guessed_at: null,
        email_verified_at: made,
        // Far away: the demo of next year has an invited user too.
        invitation_expires_at: columns?.email_verified_at === null ? '2099-12-31T00:00:00Z' : null,
        created_at: made,
        has_api: email === DEMO_KEY_USER,
        // The first row names the columns of all.
        two_factor_app_enabled: demoFactor(email) === 'app',
        two_factor_sms_enabled: demoFactor(email) === 'sms',
        mvc_enabled: false,
        ...columns,
      }),
    ),
    roles: users.map(({ id, org, role }) => ({ org_id: org, user_id: id, role })),
    userLocations: users.flatMap(({ id, org, locations = [] }) =>
      locations.map((place) => ({ org_id: org, user_id: id, location_id: place })),
    ),
    userGroups: users.flatMap(({ id, org, groups = [] }) =>
      groups.map((group) => ({ org_id: org, user_id: id, group_id: group })),
    ),
  };
}
