import { DEMO_APP_USER, DEMO_SMS_USER } from './second-factors.ts';

type Row = Record<string, unknown>;

/** Password of every demo login. */
export const DEMO_PASSWORD = 'Airlog-demo-2026';

/** Ids of the demo organizations, locations and the users that rows refer to. */
export const ORG = { northside: 1, lakeview: 2, harbor: 3, support: 4, draft: 5, inactive: 6, migrated: 7 } as const;
export const LOCATION = {
  albany: 1,
  saratoga: 2,
  poughkeepsie: 3,
  lakeview: 4,
  troy: 5,
  newHaven: 6,
  bridgeport: 7,
  migrated: 12,
} as const;
const USER = { epStaff: 2, clinicalStaff: 5, physician: 6, harborAdmin: 7, clinician2: 17, physician2: 16 } as const;

/** The user who submits work in the demo data. */
export const STAFF = {
  [ORG.northside]: { id: USER.epStaff, name: 'Whitfield, Dana' },
  [ORG.lakeview]: { id: USER.clinicalStaff, name: 'Okonkwo, Grace' },
  [ORG.harbor]: { id: USER.harborAdmin, name: 'Lindgren, Erik' },
} as const;
/** The user who migrates organizations in the demo data. */
export const SUPPORT_ADMIN = { id: 8, name: 'Robin Castell' } as const;
export const CLINICIANS = [USER.clinicalStaff, USER.clinician2] as const;
export const PHYSICIANS = [USER.physician, USER.physician2] as const;

/** Name of each demo organization by id. */
export const ORGANIZATION_NAMES: Record<number, string> = {
  [ORG.northside]: 'Northside Respiratory',
  [ORG.lakeview]: 'Lakeview Sleep Clinic',
  [ORG.harbor]: 'Harbor Home Medical',
  [ORG.support]: 'Airlog Support',
  [ORG.draft]: 'Riverside Pulmonary Associates',
  [ORG.inactive]: 'Old Mill Medical Supply',
};

export interface DemoUser {
  org: number;
  email: string;
  name: [first: string, last: string];
  role: string;
  /** Name of the seeded role. */
  label: string;
  /** The location or group to which a user of that type is limited. */
  locations?: number[];
  groups?: number[];
  columns?: Row;
}

const at = (name: string) => `${name}@demo.airlog.test`;

// In the order of their ids, from 1: the nine logins of the manual first.
const LOGINS: DemoUser[] = [
  {
    org: ORG.northside,
    email: at('ep.admin'),
    name: ['Morgan', 'Ellery'],
    role: 'org.ep.admin',
    label: 'Equipment provider admin',
  },
  {
    org: ORG.northside,
    email: at('ep.staff'),
    name: ['Dana', 'Whitfield'],
    role: 'org.ep.staff',
    label: 'Equipment provider staff',
  },
  {
    org: ORG.northside,
    email: at('location.staff'),
    name: ['Terry', 'Vance'],
    role: 'location.ep.staff',
    label: 'Location staff',
    locations: [LOCATION.albany],
  },
  {
    org: ORG.lakeview,
    email: at('clinical.admin'),
    name: ['Priya', 'Raman'],
    role: 'org.clinical.admin',
    label: 'Clinical admin',
  },
  {
    org: ORG.lakeview,
    email: at('clinical.staff'),
    name: ['Grace', 'Okonkwo'],
    role: 'org.clinical.staff',
    label: 'Clinical staff',
    columns: { mvc_enabled: true },
  },
  { org: ORG.lakeview, email: at('physician'), name: ['Helen', 'Marsh'], role: 'org.physician', label: 'Physician' },
  {
    org: ORG.harbor,
    email: at('harbor.admin'),
    name: ['Erik', 'Lindgren'],
    role: 'org.ep.admin',
    label: 'Equipment provider admin',
  },
  {
    org: ORG.support,
    email: at('support.admin'),
    name: ['Robin', 'Castell'],
    role: 'support.admin',
    label: 'Support admin',
  },
  {
    org: ORG.support,
    email: at('support.staff'),
    name: ['Jules', 'Amari'],
    role: 'support.staff',
    label: 'Support staff',
  },
];

// Users in every other state: locked (by an administrator, so that time does not unlock it), invited, inactive,
// Spanish, of type Group, with an expired invitation, with a second factor.
const OTHERS: DemoUser[] = [
  {
    org: ORG.northside,
    email: at('personal.es'),
    name: ['Lucía', 'Ferrer'],
    role: 'org.ep.staff',
    label: 'Equipment provider staff',
    columns: { locale: 'es' },
  },
  {
    org: ORG.northside,
    email: at('locked.staff'),
    name: ['Casey', 'Holt'],
    role: 'org.ep.staff',
    label: 'Equipment provider staff',
    columns: { locked: true },
  },
  {
    org: ORG.northside,
    email: at('invited.staff'),
    name: ['Avery', 'Quinn'],
    role: 'org.ep.staff',
    label: 'Equipment provider staff',
    columns: { email_verified_at: null },
  },
  {
    org: ORG.northside,
    email: at('inactive.staff'),
    name: ['Blair', 'Novak'],
    role: 'org.ep.staff',
    label: 'Equipment provider staff',
    columns: { active: false },
  },
  {
    org: ORG.northside,
    email: at('group.staff'),
    name: ['Jordan', 'Pike'],
    role: 'group.ep.staff',
    label: 'Group staff',
    groups: [1],
  },
  {
    org: ORG.northside,
    email: at('location.admin'),
    name: ['Sam', 'Ostrander'],
    role: 'location.ep.admin',
    label: 'Location admin',
    locations: [LOCATION.saratoga, LOCATION.poughkeepsie],
  },
  {
    org: ORG.lakeview,
    email: at('physician.es'),
    name: ['Andrés', 'Ibáñez'],
    role: 'org.physician',
    label: 'Physician',
    columns: { locale: 'es' },
  },
  {
    org: ORG.lakeview,
    email: at('clinical.nurse'),
    name: ['Noor', 'Haddad'],
    role: 'org.clinical.staff',
    label: 'Clinical staff',
  },
  {
    org: ORG.lakeview,
    email: at('clinical.group'),
    name: ['Lee', 'Brandt'],
    role: 'group.clinical.staff',
    label: 'Clinical group staff',
    groups: [2],
  },
  {
    org: ORG.harbor,
    email: at('harbor.staff'),
    name: ['Iris', 'Delgado'],
    role: 'org.ep.staff',
    label: 'Equipment provider staff',
  },
  {
    org: ORG.draft,
    email: at('riverside.admin'),
    name: ['Kim', 'Aldous'],
    role: 'org.clinical.admin',
    label: 'Clinical admin',
    columns: { email_verified_at: null },
  },
  {
    org: ORG.inactive,
    email: at('oldmill.admin'),
    name: ['Pat', 'Greer'],
    role: 'org.ep.admin',
    label: 'Equipment provider admin',
  },
  {
    org: ORG.northside,
    email: at('expired.staff'),
    name: ['Rowan', 'Ashby'],
    role: 'org.ep.staff',
    label: 'Equipment provider staff',
    columns: { email_verified_at: null, invitation_expires_at: null },
  },
  {
    org: ORG.northside,
    email: DEMO_APP_USER,
    name: ['Nadia', 'Brook'],
    role: 'org.ep.staff',
    label: 'Equipment provider staff',
  },
  {
    org: ORG.northside,
    email: DEMO_SMS_USER,
    name: ['Oscar', 'Lund'],
    role: 'org.ep.staff',
    label: 'Equipment provider staff',
  },
];

/** Every demo user, in the order of their ids from 1. */
export const DEMO_USERS: readonly DemoUser[] = [...LOGINS, ...OTHERS];

/** The logins that the start prints and the manual lists, with the label of their role. */
export const DEMO_LOGINS: readonly { organization: string; email: string; role: string }[] = LOGINS.map(
  ({ org, email, label }) => ({ organization: ORGANIZATION_NAMES[org]!, email, role: label }),
);
