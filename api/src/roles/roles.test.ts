import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, asViewer, makePatient, usePortal, type TestViewer } from '../../test/harness.ts';
import { roleLabel } from './role-label.ts';

usePortal();

/** The roles that read patients. */
const READERS = [
  'group.clinical.staff',
  'group.ep.admin',
  'group.ep.staff',
  'location.clinical.staff',
  'location.ep.admin',
  'location.ep.staff',
  'org.clinical.admin',
  'org.clinical.staff',
  'org.ep.admin',
  'org.ep.staff',
  'org.physician',
  'support.admin',
  'support.staff',
];

let support: TestViewer;
beforeAll(async () => {
  support = await asViewer({ kind: 'support', roles: ['support.staff'] });
});

test('only roles of support staff hold viewAll.role', async () => {
  const { rows } = await admin.query(
    "select distinct r.name, r.host from roles r join role_permissions p on p.role_id = r.id where p.permission = 'viewAll.role' order by 1",
  );
  expect(rows).toEqual([
    { name: 'support.admin', host: 'support' },
    { name: 'support.staff', host: 'support' },
  ]);
});

test('each role that reads patients may ask about them in GraphiQL, and no other role', async () => {
  const { rows } = await admin.query(
    "select permission, array_agg(r.name order by r.name) roles from role_permissions p join roles r on r.id = p.role_id where permission in ('view.graphiql', 'view.patient') group by 1 order by 1",
  );
  expect(rows).toEqual([
    { permission: 'view.graphiql', roles: READERS },
    { permission: 'view.patient', roles: READERS },
  ]);
});

describe('GET /api/support/role/{id}', () => {
  test('answers id, name and label, and with=permissions also the permissions with id and name, sorted', async () => {
    const plain = await support.rest('GET', '/api/support/role/8');
    expect(plain.body).toEqual({ id: 8, name: 'location.clinical.staff', label: 'Clinical location staff' });
    const { body } = await support.rest('GET', '/api/support/role/8?with=permissions');
    expect(body).toEqual({
      ...plain.body,
      permissions: [
        'create.patient',
        'create.patient.note',
        'export.device',
        'export.patient',
        'org.user.device',
        'update.patient',
        'upload.device.icode',
        'upload.device.usage',
        'view.graphiql',
        'view.patient',
      ].map((name) => ({ id: expect.any(Number), name })),
    });
  });

  test('gives a permission the same id in every role', async () => {
    const idIn = async (role: number) =>
      (await support.rest('GET', `/api/support/role/${role}?with=users,permissions`)).body.permissions.find(
        ({ name }: { name: string }) => name === 'view.patient',
      ).id;
    expect(await idIn(1)).toBe(await idIn(12));
  });

  test.each(['999', '0', 'abc'])('does not find the role %s', async (id) => {
    expect((await support.rest('GET', `/api/support/role/${id}`)).status).toBe(404);
  });
});

test('the table of roles is ordered by name and searched by name and label', async () => {
  const { body } = await support.rest('GET', '/api/support/role/datatable?searchTerm=clinical');
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
    'group.clinical.staff',
    'location.clinical.staff',
    'org.clinical.admin',
    'org.clinical.staff',
  ]);
  expect(body.data[2]).toEqual({ id: 3, name: 'org.clinical.admin', label: 'Clinical admin', host: 'org' });
});

describe('the labels', () => {
  test('of every role are those of the table in English, and others in Spanish', async () => {
    const { rows } = await admin.query("select name, label from roles where name not like 'test.%' order by name");
    expect(rows.length).toBe(13);
    for (const role of rows) {
      expect(roleLabel('en', role)).toBe(role.label);
      expect(roleLabel('es', role)).not.toBe(role.label);
    }
    expect(roleLabel('es', { name: 'test.trainee', label: 'Trainee' })).toBe('Trainee');
  });

  test('are in the language of the viewer: of a role, a user, the form and the file of users, the access to a patient, and their own', async () => {
    const spanish = await asViewer({ kind: 'support', locale: 'es' });
    const { id } = await makePatient(spanish.orgId);
    const { data } = await spanish.gql(
      `query ($user: ID!, $patient: ID!) { role(id: "5") { label } roles(search: "médico") { edges { node { name } } }
        viewer { roleLabels } user(id: $user) { roleLabel } newUserForm { roles { label } } patientAccess(patientId: $patient) { supportRoles } }`,
      { user: String(spanish.userId), patient: String(id) },
    );
    expect(data).toEqual({
      role: { label: 'Médico' },
      roles: { edges: [{ node: { name: 'org.physician' } }] },
      viewer: { roleLabels: ['Administrador de soporte'] },
      user: { roleLabel: 'Administrador de soporte' },
      newUserForm: { roles: [{ label: 'Administrador de soporte' }, { label: 'Personal de soporte' }] },
      patientAccess: { supportRoles: ['Administrador de soporte', 'Personal de soporte'] },
    });
    const file = await spanish.rest('GET', `/api/orgs/${spanish.orgId}/users/datatable?csv=true`);
    expect(file.text).toContain('Administrador de soporte');
  });
});

test.each([
  [
    'en',
    'contain',
    'admin',
    ['group.ep.admin', 'location.ep.admin', 'org.clinical.admin', 'org.ep.admin', 'support.admin'],
  ],
  ['es', 'equal', 'Administrador de soporte', ['support.admin']],
  ['es', 'contain', 'physician', []],
  ['es', 'start_with', 'méd', ['org.physician']],
] as const)('in %s the label is filtered as it is shown: %s "%s"', async (locale, condition, value, names) => {
  const viewer = await asViewer({ kind: 'support', locale });
  const { data } = await viewer.gql('query ($where: RolesWhere) { roles(where: $where) { edges { node { name } } } }', {
    where: { label: { [condition === 'start_with' ? 'startWith' : condition]: value } },
  });
  expect(data.roles.edges.map(({ node }: { node: { name: string } }) => node.name)).toEqual(names);
  const query = new URLSearchParams({ [`filters[label][${condition}]`]: value });
  const { body } = await viewer.rest('GET', `/api/support/role/datatable?${query}`);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names);
});

describe('in GraphQL', () => {
  test('a role has its permissions with their categories', async () => {
    const query = '{ role(id: "8") { databaseId label host permissions { name category } } }';
    expect((await support.gql(query)).data.role).toEqual({
      databaseId: 8,
      label: 'Clinical location staff',
      host: 'ORG',
      permissions: [
        { name: 'create.patient', category: 'PATIENT' },
        { name: 'create.patient.note', category: 'PATIENT' },
        { name: 'export.device', category: 'DEVICE' },
        { name: 'export.patient', category: 'PATIENT' },
        { name: 'org.user.device', category: 'DEVICE' },
        { name: 'update.patient', category: 'PATIENT' },
        { name: 'upload.device.icode', category: 'DEVICE' },
        { name: 'upload.device.usage', category: 'DEVICE' },
        { name: 'view.graphiql', category: null },
        { name: 'view.patient', category: 'PATIENT' },
      ],
    });
  });

  test('the permissions of all roles are read with one query', async () => {
    const { data } = await support.gql(
      '{ roles(first: 100) { edges { node { name permissions { name category } } } } }',
    );
    const nodes = data.roles.edges.map(({ node }: { node: { name: string; permissions: unknown[] } }) => node);
    expect(nodes).toHaveLength(13);
    expect(nodes.find(({ name }: { name: string }) => name === 'org.ep.admin').permissions).toContainEqual({
      name: 'view.graphiql',
      category: null,
    });
  });

  test('a user names the id of the role only to a viewer who may view roles', async () => {
    const staff = await asViewer({ roles: ['org.ep.admin'] });
    const query = '{ viewer { user { role roleId } } }';
    expect((await staff.gql(query)).data.viewer.user).toEqual({ role: 'org.ep.admin', roleId: null });
    expect((await support.gql(query)).data.viewer.user).toEqual({ role: 'support.staff', roleId: 13 });
  });
});

test('an administrator of an organization may not view roles', async () => {
  const staff = await asViewer({ roles: ['org.ep.admin'] });
  expect((await staff.rest('GET', '/api/support/role/1?with=permissions')).status).toBe(403);
  expect((await staff.rest('GET', '/api/support/role/datatable')).status).toBe(403);
  const { errors } = await staff.gql('query ($id: ID!) { node(id: $id) { id } }', {
    id: Buffer.from('Role:1').toString('base64url'),
  });
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});
