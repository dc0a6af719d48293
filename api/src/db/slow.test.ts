import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pino } from 'pino';
import { openSocket } from '../../test/contract/socket.ts';
import { admin, asViewer, makePatient, publish, running, usePortal, type TestViewer } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { toGlobalId } from '../shared/node.ts';
import { SlowStatements, withoutValues } from './slow.ts';
import { during, nameWork } from '../shared/work.ts';

// So short that every statement is slow.
usePortal({ metricsPort: 0, slowStatementMs: 0.000_001 });

interface Line {
  level: number;
  statement: string;
  ms: number;
  operation?: string;
  requestId?: string;
}
let lines: Line[];
let viewer: TestViewer;
const of = (operation: string) => lines.filter((line) => line.operation === operation);

beforeAll(async () => {
  viewer = await asViewer();
  await makePatient(viewer.orgId, { first_name: 'Canaryfirst', last_name: 'Canarylast' });
});
beforeEach(() => {
  lines = [];
  Reflect.set(running().app.db.slow!, 'log', pino({}, { write: (line) => void lines.push(JSON.parse(line) as Line) }));
});
afterEach(() => void Reflect.set(running().app.db.slow!, 'log', pino({ level: 'silent' })));

describe('the log of a slow statement has', () => {
  test('its text, its milliseconds, and the operation and the id of its request', async () => {
    const answer = await viewer.rest('GET', '/api/patients/datatable?search=Canarylast');
    const [line] = of('GET /api/patients/datatable').filter(({ statement }) => /from "?patients/.test(statement));
    expect(line).toMatchObject({ level: 40, requestId: answer.headers.get('x-request-id') });
    expect(Number.isInteger(line!.ms)).toBe(true);
  });

  test('the first root field of a GraphQL operation, not the name that its client gave it', async () => {
    await viewer.gql('query Canaryname { Canaryalias: patients { totalCount } }');
    expect(of('Query.patients').length).toBeGreaterThan(0);
  });

  test('the rows of a file that PostgreSQL copies', async () => {
    const { status } = await viewer.rest('GET', '/api/patients/datatable?csv=true&search=Canarylast');
    expect(status).toBe(200);
    const copies = of('GET /api/patients/datatable').filter(({ statement }) => statement.startsWith('copy ('));
    expect(copies).toHaveLength(1);
  });

  test('the job that it is a part of', async () => {
    await admin.query("update patients set therapy_start = '2026-01-01' where org_id = $1", [viewer.orgId]);
    await until(() => of('recompute-compliance').length > 0);
  });

  test('the subscription whose event it answers', async () => {
    const { id } = await makePatient(viewer.orgId);
    const listeners = () => running().app.pubsub.listeners('device-history.changed');
    const socket = openSocket(viewer);
    try {
      const heard: unknown[] = [];
      socket.subscribe(
        {
          query: 'subscription ($ids: [ID!]!) { patientsChanged(patientIds: $ids) { patientId } }',
          variables: { ids: [toGlobalId('Patient', id)] },
        },
        { next: (event) => void heard.push(event), error: () => undefined, complete: () => undefined },
      );
      await until(() => listeners() > 0);
      await publish('device-history.changed', { patientId: id, historyId: 0 });
      await until(() => heard.length > 0);
      expect(of('Subscription.patientsChanged').length).toBeGreaterThan(0);
    } finally {
      await socket.dispose();
    }
    await until(() => listeners() === 0);
  });

  test('no single request for the audit lines of many', async () => {
    await viewer.gql('{ patients { totalCount edges { node { firstName } } } }');
    await until(() => of('read log').length > 0);
    expect(of('read log').every(({ requestId }) => requestId === undefined)).toBe(true);
    expect(lines.filter(({ statement }) => statement.startsWith('insert into audit_log'))).toEqual(of('read log'));
  });
});

test('no value of a request or a row is logged with a statement', async () => {
  await viewer.rest('GET', '/api/patients/datatable?search=Canarylast&first_name=Canaryfirst');
  await viewer.rest('GET', '/api/patients/datatable?csv=true&search=Canarylast%27%20or%20%27Canary%5C%27');
  await viewer.gql('query ($text: String) { patients(search: $text) { edges { node { lastName } } } }', {
    text: "Canary'last",
  });
  await viewer.rest('POST', '/login', { email: 'canary@example.test', password: 'Canarypassword' });
  await until(() => of('read log').length > 0);
  expect(lines.length).toBeGreaterThan(10);
  expect(JSON.stringify(lines)).not.toMatch(/canary/i);
  expect(lines.filter(({ statement }) => statement.includes("'"))).toEqual([]);
});

test('slow statements are counted for Prometheus', async () => {
  const count = async () =>
    Number(/^airlog_slow_statements_total (\d+)$/m.exec(await running().app.metrics!.registry.metrics())![1]);
  const before = await count();
  await viewer.gql('{ patients { totalCount } }');
  expect(await count()).toBeGreaterThan(before);
});

describe('a statement', () => {
  const logged = (ms: number) => {
    const [found, counted]: [Line[], number[]] = [[], []];
    const log = pino({}, { write: (line) => void found.push(JSON.parse(line) as Line) });
    const slow = new SlowStatements(1000, log, () => void counted.push(ms));
    during({ id: 'r1' }, () => {
      nameWork('Query.one');
      slow.begun('select 1')(ms);
    });
    return [found, counted.length] as const;
  };

  test('is slow from the milliseconds of the setting on', () => {
    expect(logged(999.99)).toEqual([[], 0]);
    expect(logged(1000)).toMatchObject([
      [{ statement: 'select ?', ms: 1000, operation: 'Query.one', requestId: 'r1' }],
      1,
    ]);
  });

  test.each([
    ["select 'a''b', x from t where y = $1 and z = 12.5e-3", 'select ?, x from t where y = $1 and z = ?'],
    ["select E'it\\'s', e'a' || U&'b' from t1", 'select ?, ? || U&? from t1'],
    ['select $a$ it\'s $a$, $$b$$ from "o\'2"', 'select ?, ? from "o\'2"'],
    ["select 1 -- a patient's\n, 'x' /* it's */ from c2", 'select ? , ? from c2'],
    ["select 'without an end", 'select ?'],
    ["select '\\', name, 'b'", 'select ?, name, ?'],
    ['select a.b2, -3, .5, 2020', 'select a.b2, -?, ?, ?'],
  ])('is logged without its values: %s', (text, expected) => {
    expect(withoutValues(text)).toBe(expected);
  });

  test('is logged without any text that is written into it', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const marked = `Canary${value}Canary`;
        const literals = [`'${marked.replaceAll("'", "''")}'`, admin.escapeLiteral(marked)];
        for (const literal of literals)
          expect(withoutValues(`select a from b where c = ${literal} and d`)).toBe('select a from b where c = ? and d');
      }),
    );
  });

  test('is logged up to 2,000 characters', () => {
    expect(withoutValues(`select ${'a'.repeat(3000)}`)).toHaveLength(2000);
  });
});
