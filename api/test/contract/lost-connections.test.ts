import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { withPrincipal } from '../../src/db/principal.ts';
import { isUnavailable } from '../../src/rest/errors.ts';
import { startPortal, type Portal } from '../../src/start.ts';
import { DatabaseProxy, fatal, type Loss, type Proxied } from '../database-proxy.ts';
import { asViewer, running, usePortal, type TestViewer } from '../harness.ts';
import { until } from '../until.ts';

usePortal();

let proxy: DatabaseProxy;
let portal: Portal;
let viewer: TestViewer;

beforeAll(async () => {
  const { config } = running().app;
  proxy = new DatabaseProxy(new URL(config.databaseUrl!));
  portal = await startPortal({ ...config, databaseUrl: await proxy.start() });
  viewer = await asViewer();
}, 60_000);
afterAll(async () => {
  await portal?.stop();
  await proxy?.close();
}, 60_000);

/** The ways in which a connection ends: in order, at once, by a reset of the system, and by a message of the server. */
const WAYS: [string, (one: Proxied) => void][] = [
  ['is closed for writing', ({ client }) => void client.end()],
  ['is closed', ({ client }) => void client.destroy()],
  ['is reset', ({ client }) => void client.resetAndDestroy()],
  ...[
    ['57P01', 'terminating connection due to administrator command'],
    ['57P02', 'terminating connection because of crash of another server process'],
    ['57P03', 'the database system is shutting down'],
    ['53300', 'sorry, too many clients already'],
  ].map(([code, message]): [string, (one: Proxied) => void] => [
    `ends with ${code}`,
    ({ client }) => void client.end(fatal(code!, message!)),
  ]),
];
const MOMENTS: Loss['when'][] = ['opened', 'first message', 'first answer', 'statement', 'answer'];
/** The sign-in's and sessions', and that of the rows of the viewer. */
const POOLS = ['airlog-auth', 'airlog'];

const READ = '{ viewer { organization { name } user { email } } patients { totalCount } }';
const WRITE = 'mutation { updateViewer(input: { locale: EN }) { viewer { locale } userErrors { code } } }';

async function ask(path: string, body?: unknown) {
  const answer = await fetch(`http://127.0.0.1:${portal.port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...viewer.headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, retry: answer.headers.get('retry-after'), text: await answer.text() };
}

const codes = (text: string): unknown[] => [
  ...new Set((JSON.parse(text) as { errors: { extensions: { code: string } }[] }).errors.map((e) => e.extensions.code)),
];

/** What both APIs answer while the connections are lost. */
async function answers() {
  const [rest, read, write] = await Promise.all([
    ask('/api/patients/datatable'),
    ask('/graphql', { query: READ }),
    ask('/graphql', { query: WRITE }),
  ]);
  return [
    [rest.status, rest.retry],
    [read.status, read.retry, codes(read.text)],
    [write.status, write.retry, codes(write.text)],
  ];
}
const UNAVAILABLE = [
  [503, '2'],
  [503, '2', ['UNAVAILABLE']],
  [503, '2', ['UNAVAILABLE']],
];

const works = async () => (await ask('/graphql', { query: READ })).status === 200;

test.each(POOLS.flatMap((pool) => MOMENTS.flatMap((when) => WAYS.map(([way, how]) => ({ pool, when, way, how })))))(
  'a request is asked to retry when a connection of $pool $way at this moment: $when',
  async ({ pool, when, how }) => {
    const isNew = when === 'opened' || when.startsWith('first');
    if (isNew) proxy.loseOpen(pool, ({ client }) => void client.destroy());
    else await until(works);
    proxy.lose({ of: when === 'opened' ? null : pool, when, how });
    try {
      expect(await answers()).toEqual(UNAVAILABLE);
    } finally {
      proxy.lose(null);
    }
  },
  20_000,
);

test.each(WAYS)(
  'a request is answered, or asked to retry, after an idle connection %s',
  async (_way, how) => {
    await until(works);
    for (const pool of POOLS) expect(proxy.loseOpen(pool, how)).toBeGreaterThan(0);
    const seen = await Promise.all(Array.from({ length: 10 }, () => ask('/graphql', { query: READ })));
    for (const { status, text } of seen)
      expect(status === 200 || codes(text)).toEqual(status === 200 || ['UNAVAILABLE']);
    await until(works);
  },
  20_000,
);

test('a transaction whose connection is lost while it does something else fails as one that may be repeated', async () => {
  const work = withPrincipal(portal.app.db, { kind: 'auth' }, 'write', async (em) => {
    await em.execute('select 1');
    proxy.loseOpen('airlog-auth', ({ client }) => void client.resetAndDestroy());
    // Longer than the pool waits before it takes a lost connection back from its caller.
    await wait(300);
  });
  const error: unknown = await work.then(
    () => null,
    (fault: unknown) => fault,
  );
  expect([isUnavailable(error), error]).toEqual([true, expect.anything()]);
});
