import { organizationRow, ORGANIZATION_TYPES, userRow } from '../factories.ts';
import { instant } from './calendar.ts';

type Row = Record<string, unknown>;

/** Password of every demo login. */
export const DEMO_PASSWORD = 'Airlog-demo-2026';

/** Ids of the demo organisations, locations and the users that rows refer to. */
export const ORG = { northside: 1, lakeview: 2, harbor: 3, support: 4, draft: 5, inactive: 6 } as const;
export const LOCATION = { albany: 1, saratoga: 2, poughkeepsie: 3, lakeview: 4, troy: 5, newHaven: 6, bridgeport: 7 } as const;
const USER = { epStaff: 2, clinicalStaff: 5, physician: 6, harborAdmin: 7, clinician2: 17, physician2: 16 } as const;

/** Who signs the work in the demo data. */
export const STAFF = {
  [ORG.northside]: { id: USER.epStaff, name: 'Whitfield, Dana' },
  [ORG.lakeview]: { id: USER.clinicalStaff, name: 'Okonkwo, Grace' },
  [ORG.harbor]: { id: USER.harborAdmin, name: 'Lindgren, Erik' },
} as const;
export const CLINICIANS = [USER.clinicalStaff, USER.clinician2] as const;
export const PHYSICIANS = [USER.physician, USER.physician2] as const;

const NAMES: Record<number, string> = {
  [ORG.northside]: 'Northside Respiratory', [ORG.lakeview]: 'Lakeview Sleep Clinic', [ORG.harbor]: 'Harbor Home Medical', [ORG.support]: 'Airlog Support',
  [ORG.draft]: 'Riverside Pulmonary Associates', [ORG.inactive]: 'Old Mill Medical Supply',
};

interface DemoUser {
  org: number;
  email: string;
  name: [first: string, last: string];
  role: string;
  /** As the seeded role names it. */
  label: string;
  /** What a user of type Location or Group is narrowed to. */
  locations?: number[];
  groups?: number[];
  columns?: Row;
}

const at = (name: string) => `${name}@demo.airlog.test`;

// In the order of their ids, from 1: the nine logins of the manual first.
const LOGINS: DemoUser[] = [
  { org: ORG.northside, email: at('ep.admin'), name: ['Morgan', 'Ellery'], role: 'org.ep.admin', label: 'Equipment provider admin' },
  { org: ORG.northside, email: at('ep.staff'), name: ['Dana', 'Whitfield'], role: 'org.ep.staff', label: 'Equipment provider staff' },
  { org: ORG.northside, email: at('location.staff'), name: ['Terry', 'Vance'], role: 'location.ep.staff', label: 'Location staff', locations: [LOCATION.albany] },
  { org: ORG.lakeview, email: at('clinical.admin'), name: ['Priya', 'Raman'], role: 'org.clinical.admin', label: 'Clinical admin' },
  { org: ORG.lakeview, email: at('clinical.staff'), name: ['Grace', 'Okonkwo'], role: 'org.clinical.staff', label: 'Clinical staff' },
  { org: ORG.lakeview, email: at('physician'), name: ['Helen', 'Marsh'], role: 'org.physician', label: 'Physician' },
  { org: ORG.harbor, email: at('harbor.admin'), name: ['Erik', 'Lindgren'], role: 'org.ep.admin', label: 'Equipment provider admin' },
  { org: ORG.support, email: at('support.admin'), name: ['Robin', 'Castell'], role: 'support.admin', label: 'Support admin' },
  { org: ORG.support, email: at('support.staff'), name: ['Jules', 'Amari'], role: 'support.staff', label: 'Support staff' },
];

// Every other state of a user: locked (by an administrator, so that time does not unlock it), invited, inactive, Spanish, of type Group.
const OTHERS: DemoUser[] = [
  { org: ORG.northside, email: at('personal.es'), name: ['Lucía', 'Ferrer'], role: 'org.ep.staff', label: 'Equipment provider staff', columns: { locale: 'es' } },
  { org: ORG.northside, email: at('locked.staff'), name: ['Casey', 'Holt'], role: 'org.ep.staff', label: 'Equipment provider staff', columns: { locked: true, locked_at: null } },
  { org: ORG.northside, email: at('invited.staff'), name: ['Avery', 'Quinn'], role: 'org.ep.staff', label: 'Equipment provider staff', columns: { email_verified_at: null } },
  { org: ORG.northside, email: at('inactive.staff'), name: ['Blair', 'Novak'], role: 'org.ep.staff', label: 'Equipment provider staff', columns: { active: false } },
  { org: ORG.northside, email: at('group.staff'), name: ['Jordan', 'Pike'], role: 'group.ep.staff', label: 'Group staff', groups: [1] },
  { org: ORG.northside, email: at('location.admin'), name: ['Sam', 'Ostrander'], role: 'location.ep.admin', label: 'Location admin', locations: [LOCATION.saratoga, LOCATION.poughkeepsie] },
  { org: ORG.lakeview, email: at('physician.es'), name: ['Andrés', 'Ibáñez'], role: 'org.physician', label: 'Physician', columns: { locale: 'es' } },
  { org: ORG.lakeview, email: at('clinical.nurse'), name: ['Noor', 'Haddad'], role: 'org.clinical.staff', label: 'Clinical staff' },
  { org: ORG.lakeview, email: at('clinical.group'), name: ['Lee', 'Brandt'], role: 'group.clinical.staff', label: 'Clinical group staff', groups: [2] },
  { org: ORG.harbor, email: at('harbor.staff'), name: ['Iris', 'Delgado'], role: 'org.ep.staff', label: 'Equipment provider staff' },
  { org: ORG.draft, email: at('riverside.admin'), name: ['Kim', 'Aldous'], role: 'org.clinical.admin', label: 'Clinical admin', columns: { email_verified_at: null } },
  { org: ORG.inactive, email: at('oldmill.admin'), name: ['Pat', 'Greer'], role: 'org.ep.admin', label: 'Equipment provider admin' },
];

/** The logins that the start prints and the manual lists, with the label of their role. */
export const DEMO_LOGINS: readonly { organization: string; email: string; role: string }[] = LOGINS.map(({ org, email, label }) => ({ organization: NAMES[org]!, email, role: label }));

const location = (id: number, org: number, name: string, address1: string, city: string, state: string, zip: string, phone: string, primary: boolean): Row => ({
  id, org_id: org, name, address1, address2: null, city, state, zip, country: 'US', phone, is_primary: primary,
});

/** Organisations in every state with their locations, groups, users and roles; `created` is the calendar date of their making. */
export function demoOrganizations(created: string) {
  const made = instant(created, 54_000);
  const users = [...LOGINS, ...OTHERS].map((user, index) => ({ ...user, id: index + 1 }));
  const organization = (id: number, overrides: Row): Row => organizationRow({ id, name: NAMES[id], clinical_type_id: null, created_at: made, ...overrides });
  return {
    organizations: [
      organization(ORG.northside, { type_id: ORGANIZATION_TYPES.ep, physician_can_add_missing_pin: true }),
      organization(ORG.lakeview, { type_id: ORGANIZATION_TYPES.clinical, clinical_type_id: 1, disallow_external_device_edit: true }),
      organization(ORG.harbor, { type_id: ORGANIZATION_TYPES.ep }),
      organization(ORG.support, { type_id: ORGANIZATION_TYPES.support }),
      organization(ORG.draft, { type_id: ORGANIZATION_TYPES.clinical, clinical_type_id: 3, draft: true, active: false }),
      organization(ORG.inactive, { type_id: ORGANIZATION_TYPES.ep, active: false }),
    ],
    locations: [
      location(LOCATION.albany, ORG.northside, 'Albany', '120 Washington Avenue', 'Albany', 'NY', '12210', '5185550101', true),
      location(LOCATION.saratoga, ORG.northside, 'Saratoga Springs', '8 Phila Street', 'Saratoga Springs', 'NY', '12866', '5185550102', false),
      location(LOCATION.poughkeepsie, ORG.northside, 'Poughkeepsie', '45 Market Street', 'Poughkeepsie', 'NY', '12601', '8455550103', false),
      location(LOCATION.lakeview, ORG.lakeview, 'Lakeview main clinic', '300 New Scotland Avenue', 'Albany', 'NY', '12208', '5185550104', true),
      location(LOCATION.troy, ORG.lakeview, 'Lakeview Troy', '17 River Street', 'Troy', 'NY', '12180', '5185550105', false),
      location(LOCATION.newHaven, ORG.harbor, 'New Haven', '91 Long Wharf Drive', 'New Haven', 'CT', '06511', '2035550106', true),
      location(LOCATION.bridgeport, ORG.harbor, 'Bridgeport', '12 Fairfield Avenue', 'Bridgeport', 'CT', '06604', '2035550107', false),
      location(8, ORG.support, 'Support desk', '1 State Street', 'Albany', 'NY', '12207', '5185550108', true),
      location(9, ORG.draft, 'Riverside', '60 River Road', 'Kingston', 'NY', '12401', '8455550109', true),
      location(10, ORG.inactive, 'Old Mill', '4 Mill Lane', 'Utica', 'NY', '13501', '3155550110', true),
    ],
    groups: [{ id: 1, org_id: ORG.northside, name: 'Capital Region' }, { id: 2, org_id: ORG.lakeview, name: 'Evening clinic' }],
    groupLocations: [
      { org_id: ORG.northside, group_id: 1, location_id: LOCATION.albany }, { org_id: ORG.northside, group_id: 1, location_id: LOCATION.saratoga },
      { org_id: ORG.lakeview, group_id: 2, location_id: LOCATION.lakeview },
    ],
    users: users.map(({ id, org, email, name: [first, last], locations, groups, columns }) => userRow(org, {
      id, email, first_name: first, last_name: last, phone: `518555${String(1200 + id)}`, user_type: locations ? 'Location' : groups ? 'Group' : 'Organization',
      locked_at: null, email_verified_at: made, created_at: made, ...columns,
    })),
    roles: users.map(({ id, org, role }) => ({ org_id: org, user_id: id, role })),
    userLocations: users.flatMap(({ id, org, locations = [] }) => locations.map((place) => ({ org_id: org, user_id: id, location_id: place }))),
    userGroups: users.flatMap(({ id, org, groups = [] }) => groups.map((group) => ({ org_id: org, user_id: id, group_id: group }))),
  };
}
