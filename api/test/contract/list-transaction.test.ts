import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { ActivityResolver } from '../../src/activity/activity.resolver.ts';
import { PatientsResolver } from '../../src/patients/patients.resolver.ts';
import type { Context } from '../../src/shared/context.ts';
import { countQueries } from '../count-queries.ts';
import {
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  usePortalHere,
  type GraphqlAnswer,
  type TestViewer,
} from '../harness.ts';
import { writesDuring } from '../writes.ts';

usePortalHere();

const PAGE = `{ patients(first: 5) { totalCount pageInfo { hasNextPage }
  edges { cursor node { databaseId devices { serial } } } } }`;
let viewer: TestViewer;
let other: TestViewer;
const own: number[] = [];

beforeAll(async () => {
  [viewer, other] = [await asViewer(), await asViewer()];
  for (let nth = 0; nth < 3; nth += 1) {
    const patient = await makePatient(viewer.orgId);
    await makeHistory(patient, await makeMachine(viewer.orgId));
    own.push(patient.id);
  }
  await makePatient(other.orgId);
});
afterEach(() => void jest.restoreAllMocks());

const idsOf = ({ data }: GraphqlAnswer): number[] =>
  data.patients.edges.map(({ node }: { node: { databaseId: number } }) => node.databaseId);

test('the beginning of a page of a list, its settings, its total, its rows and its end leave in one write', async () => {
  let answer: Awaited<ReturnType<TestViewer['gql']>>;
  const written = await writesDuring(async () => void (answer = await viewer.gql(PAGE)));
  expect(idsOf(answer!)).toEqual(own);
  expect(answer!.data.patients.totalCount).toBe(3);
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/start transaction.*set_config.*list_counts.*from "patients".*rollback/s);
  const { statements } = await countQueries(() => viewer.gql(PAGE));
  expect(statements).toBe(3); // the settings, the page and its total
});

test('who reads again after the end of its page reads in a new transaction of the same user, also when others use its connection', async () => {
  const begun: unknown[] = [];
  const list = PatientsResolver.prototype.patients;
  jest.spyOn(PatientsResolver.prototype, 'patients').mockImplementation(async function (
    this: PatientsResolver,
    args,
    ctx: Context,
  ) {
    const found = await list.call(this, args, ctx);
    if (ctx.signedIn?.orgId !== viewer.orgId) return found;
    begun.push(null);
    await Promise.all(Array.from({ length: 4 }, () => other.gql(PAGE)));
    const [seen] = await ctx.em.execute<object[]>(
      `select array(select id from patients order by id) as patients, current_user as role,
              current_setting('app.org_id') as org, current_setting('app.user_id') as "user"`,
    );
    begun[begun.length - 1] = seen;
    return found;
  });
  const answer = await viewer.gql(PAGE);
  expect(answer.errors).toBeUndefined();
  expect(idsOf(answer)).toEqual(own);
  // The first time the transaction was over, and nothing was sent.
  expect(begun).toEqual([
    null,
    { patients: own, role: 'airlog_org', org: String(viewer.orgId), user: String(viewer.userId) },
  ]);
});

/** Lists whose rows meet a condition, which may be looked up first: the field, and the rows that it finds. */
const NARROWED: [string, () => string, number][] = [
  ['a filter', () => 'patients(first: 5, where: { databaseId: { equal: OWN } })', 1],
  ['a name that is looked up', () => 'patients(first: 5, where: { provider: { isNull: true } })', 3],
  ['a computed filter', () => 'patients(first: 5, where: { attention: { equal: SILENT } })', 0],
  ['a search', () => 'patients(first: 5, search: "zzzz")', 0],
  ['a part of a list', () => `userLogins(userId: "${viewer.userId}")`, 1],
];

test.each(NARROWED)('a page with a condition does not end its transaction: %s', async (_title, field, rows) => {
  const roles: string[] = [];
  let asked = 0;
  const spied = (resolver: object, method: string) => {
    const list = resolver[method as never] as (...args: unknown[]) => Promise<unknown>;
    jest.spyOn(resolver as Record<string, typeof list>, method).mockImplementation(async function (
      this: unknown,
      ...args: unknown[]
    ) {
      asked += 1;
      const found = await list.apply(this, args);
      const [seen] = await (args.at(-1) as Context).em.execute<{ role: string }[]>('select current_user as role');
      roles.push(seen!.role);
      return found;
    });
  };
  spied(PatientsResolver.prototype, 'patients');
  spied(ActivityResolver.prototype, 'userLogins');
  const query = `{ list: ${field().replace('OWN', String(own[0]))} { totalCount edges { node { databaseId } } } }`;
  const { data, errors } = await viewer.gql(query);
  expect([errors, data?.list.totalCount, data?.list.edges.length]).toEqual([undefined, rows, rows]);
  expect([asked, roles]).toEqual([1, ['airlog_org']]);
});
