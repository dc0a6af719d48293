import { afterEach, describe, expect, test } from '@jest/globals';
import type { Client as SocketClient } from 'graphql-ws';
import { firstAnswer, openSocket } from '../../test/contract/socket.ts';
import { asViewer, running, signInAgain, usePortal, type TestViewer } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { sendUsers, userCells, usersFile } from '../../test/users-file.ts';

usePortal();

const START = 'mutation ($input: ImportUsersInput!) { importUsers(input: $input) { userErrors { code } } }';
const DISMISS =
  'mutation ($input: DismissUserImportInput!) { dismissUserImport(input: $input) { userErrors { code } } }';
const CURRENT =
  'query ($organizationId: ID!) { currentUserImport(organizationId: $organizationId) { id state rowCount doneCount } }';
const PROGRESS = 'subscription ($id: ID!) { jobProgress(id: $id) { userImport { id state rowCount doneCount } } }';

const opened: SocketClient[] = [];
const socketOf = (viewer: TestViewer): SocketClient => {
  const socket = openSocket(viewer);
  opened.push(socket);
  return socket;
};
afterEach(async () => {
  for (const socket of opened.splice(0)) await socket.dispose();
});

const dryRun = async (viewer: TestViewer, count: number): Promise<number> =>
  (
    await sendUsers(viewer, usersFile(...Array.from({ length: count }, () => userCells())), {
      fields: { dry_run: '1' },
    })
  ).body.data.id;
const call = async (viewer: TestViewer, query: string, id: number) =>
  viewer.gql(query, { input: { importId: String(id) } });
const currentOf = async (viewer: TestViewer, orgId = viewer.orgId) =>
  (await viewer.gql(CURRENT, { organizationId: String(orgId) })).data?.currentUserImport;
const listeners = () => running().app.pubsub.listeners('user-import.progressed');

/** Follows an import; returns what arrives. */
function follow(viewer: TestViewer, id: number) {
  const states: { state: string; doneCount: number }[] = [];
  const end = socketOf(viewer).subscribe<{ jobProgress: { userImport: { state: string; doneCount: number } } }>(
    { query: PROGRESS, variables: { id: String(id) } },
    {
      next: ({ data }) => void (data && states.push(data.jobProgress.userImport)),
      error: () => undefined,
      complete: () => undefined,
    },
  );
  return { states, end };
}

describe('the progress of an import', () => {
  test('is pushed: its present state at once, each step, and its end', async () => {
    const viewer = await asViewer();
    const id = await dryRun(viewer, 600);
    const { states, end } = follow(viewer, id);
    await until(() => states.length === 1);
    expect(states[0]).toMatchObject({ state: 'CHECKED', doneCount: 0 });
    await call(viewer, START, id);
    await until(() => states.some(({ state }) => state === 'DONE'), 30_000);
    expect(states.at(-1)).toMatchObject({ state: 'DONE', doneCount: 600 });
    expect(states.map(({ state }) => state)).toContain('RUNNING');
    end();
    await until(() => listeners() === 0);
  });

  test('of an import that has ended is its end', async () => {
    const viewer = await asViewer();
    const id = await dryRun(viewer, 1);
    await call(viewer, START, id);
    await until(async () => (await currentOf(viewer)).state === 'DONE', 30_000);
    const { data } = await firstAnswer(socketOf(viewer), PROGRESS, { id: String(id) });
    expect(data).toMatchObject({ jobProgress: { userImport: { state: 'DONE', doneCount: 1 } } });
  });

  test('is not found by a colleague, another organization or support staff', async () => {
    const viewer = await asViewer();
    const id = await dryRun(viewer, 1);
    for (const other of [
      await asViewer({ orgId: viewer.orgId }),
      await asViewer(),
      await asViewer({ kind: 'support' }),
    ]) {
      const { errors } = await firstAnswer(socketOf(other), PROGRESS, { id: String(id) });
      expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    }
  });
});

describe('the import that a user works on', () => {
  test('is found in another session, by organization, and the newest one of several', async () => {
    const viewer = await asViewer();
    expect(await currentOf(viewer)).toBeNull();
    await dryRun(viewer, 1);
    const id = await dryRun(viewer, 2);
    expect(await currentOf(await signInAgain(viewer))).toMatchObject({ id: String(id), state: 'CHECKED', rowCount: 2 });
    expect(await currentOf(await asViewer({ orgId: viewer.orgId }))).toBeNull();
    const other = await asViewer();
    expect((await viewer.gql(CURRENT, { organizationId: String(other.orgId) })).errors![0]!.extensions.code).toBe(
      'NOT_FOUND',
    );
  });

  test('is put away by its user alone, and then not found', async () => {
    const viewer = await asViewer();
    const id = await dryRun(viewer, 1);
    const colleague = await asViewer({ orgId: viewer.orgId });
    expect((await call(colleague, DISMISS, id)).errors![0]!.extensions.code).toBe('NOT_FOUND');
    expect((await call(viewer, DISMISS, id)).data.dismissUserImport.userErrors).toEqual([]);
    expect((await call(viewer, DISMISS, id)).data.dismissUserImport.userErrors).toEqual([]);
    expect(await currentOf(viewer)).toBeNull();
  });

  test('is not put away while its job waits or runs', async () => {
    const viewer = await asViewer();
    const id = await dryRun(viewer, 600);
    await call(viewer, START, id);
    const { data } = await call(viewer, DISMISS, id);
    expect(data.dismissUserImport.userErrors).toEqual([{ code: 'user_import.running' }]);
    await until(async () => (await currentOf(viewer)).state === 'DONE', 30_000);
  });
});
