import type { Contract } from '../../test/contract/contract.ts';
import { MEMBERSHIP, READ, type Rights } from '../../test/contract/grants.fixture.ts';

// What lists and names show, also to partners; the rest is in user_accounts, which only the own organization reads. Administrators make and change
// accounts. A password and the verification of an address: the sign-in's role.
const USER =
  'first_name last_name country phone user_type locale is_clinician notification_type mvc_enabled invitation_expires_at';
const COLLEAGUE: Rights = {
  select: 'id org_id email first_name last_name active locked email_verified_at version',
  insert: `id org_id email ${USER}`,
  update: `active locked guessed_at version ${USER}`,
};
const newUser = (org_id: number, user_type = 'Organization') => ({
  org_id,
  id: 1_000_000 + org_id,
  email: `new.${org_id}@example.test`,
  first_name: 'Robin',
  last_name: 'Quill',
  user_type,
  locale: 'en',
  is_clinician: false,
  notification_type: 'Email',
  mvc_enabled: false,
  country: 'CA',
});
const account = (org_id: number) => {
  const { locale: _, ...derived } = newUser(org_id);
  return {
    ...derived,
    two_factor_app_enabled: false,
    two_factor_sms_enabled: false,
    has_api: false,
    active: true,
    locked: false,
    created_at: new Date(),
    version: 1,
  };
};
const role = (org_id: number, user_id: number, role_id: number) => ({ org_id, user_id, role_id });
const place = (org_id: number, user_id: number, location_id: number) => ({ org_id, user_id, location_id });
const member = (org_id: number, user_id: number, group_id: number) => ({ org_id, user_id, group_id });

/** Rights on the tables of users, and the rows that a principal may and may not add, typed from the documents. */
export const contract: Contract = {
  rights: {
    users: {
      org: COLLEAGUE,
      support: COLLEAGUE,
      auth: { select: 'all', update: 'all' },
      definer: { select: 'all', insert: 'all', update: 'all' },
    },
    user_accounts: { org: READ, support: READ, definer: { select: 'all', insert: 'all', update: 'all' } },
    user_roles: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: READ },
    user_locations: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: MEMBERSHIP },
    user_groups: { org: MEMBERSHIP, support: MEMBERSHIP, auth: READ, definer: READ },
  },
  change: {
    users: "phone = 'changed'",
  },
  newRows: (w) => [
    ['user_locations', 'definer', place(w.a, w.colleague, w.a1), true],
    ['users', 'a', newUser(w.a), true],
    ['users', 'limited', newUser(w.a, 'Location'), true],
    ['users', 'limited', newUser(w.a), false],
    ['users', 'support', newUser(w.a), true],
    ['users', 'acting', newUser(w.a), true],
    ['users', 'acting', newUser(w.b), false],
    ['users', 'a', newUser(w.b), false],
    ['users', 'c', newUser(w.c), false], // without create.user
    ['users', 'definer', newUser(w.b), true],
    ['users', 'anonymous', newUser(w.a), false],
    ['user_accounts', 'definer', account(w.a), false], // no such user
    ['user_roles', 'a', role(w.a, w.colleague, 5), true],
    ['user_roles', 'a', role(w.a, w.userA, 5), false],
    ['user_roles', 'a', role(w.a, w.colleague, 12), false],
    ['user_roles', 'a', role(w.b, w.userB, 5), false],
    ['user_roles', 'limited', role(w.a, w.colleague, 5), false],
    ['user_roles', 'support', role(w.a, w.colleague, 5), true],
    ['user_roles', 'acting', role(w.a, w.colleague, 5), true],
    ['user_roles', 'acting', role(w.c, w.userC, 5), false],
    ['user_roles', 'support', role(w.b, w.userB, 5), false],
    ['user_roles', 'c', role(w.c, w.userC, 5), false],
    ['user_locations', 'a', place(w.a, w.colleague, w.a1), true],
    ['user_locations', 'a', place(w.a, w.userA, w.a3), false],
    ['user_locations', 'limited', place(w.a, w.colleague, w.a1), true],
    ['user_locations', 'limited', place(w.a, w.colleague, w.a3), false],
    ['user_locations', 'support', place(w.a, w.colleague, w.a1), true],
    ['user_locations', 'acting', place(w.a, w.colleague, w.a1), true],
    ['user_locations', 'acting', place(w.b, w.userB, w.b2), false],
    ['user_locations', 'support', place(w.b, w.userB, w.b2), false],
    ['user_groups', 'a', member(w.a, w.colleague, w.groupA), true],
    ['user_groups', 'a', member(w.a, w.userA, w.groupA3), false],
    ['user_groups', 'limited', member(w.a, w.colleague, w.groupA), true],
    ['user_groups', 'limited', member(w.a, w.colleague, w.groupA3), false],
    ['user_groups', 'support', member(w.a, w.colleague, w.groupA), true],
    ['user_groups', 'acting', member(w.a, w.colleague, w.groupA), true],
    ['user_groups', 'acting', member(w.b, w.userB, w.groupB2), false],
    ['user_groups', 'support', member(w.b, w.userB, w.groupB2), false],
  ],
};
