import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { settled } from '../../test/settled.ts';
import { setClock } from '../../test/second-factor.ts';
import { takeJobs, takeJobsByHand } from '../../test/taken-jobs.ts';
import { sweepExpired } from '../auth/sweep.jobs.ts';
import { Context } from '../shared/context.ts';
import type { Reach } from './webhook-post.ts';
import { sendWebhooks } from './webhook-sender.ts';
import { sweepWebhooks } from './webhooks.jobs.ts';

usePortalHere();

const HOUR = 3_600_000;
const job = () => Context.of(running().app, { kind: 'jobs' }, 'a test');
const servers: Server[] = [];
let viewer: TestViewer;
let machine: Awaited<ReturnType<typeof makeMachine>>;
let patient: Awaited<ReturnType<typeof makePatient>>;

interface Got {
  headers: IncomingHttpHeaders;
  body: string;
}

/** In these tests 127.0.0.1 is the internet. */
const reach = (timeoutMs = 60_000): Reach => ({
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  isAllowed: (address) => address === '127.0.0.1',
  timeoutMs,
});

/** Starts a receiver; returns what it got, the most that it got at once, and its address. */
async function receiver(answer: (nth: number) => number | null, headers: Record<string, string> = {}) {
  const got: Got[] = [];
  const open = { now: 0, most: 0 };
  const listener: RequestListener = (request, response) => {
    open.most = Math.max(open.most, (open.now += 1));
    response.on('close', () => (open.now -= 1));
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      const status = answer(got.length);
      if (status !== null) response.writeHead(status, { ...headers, connection: 'close' }).end();
    });
  };
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { got, open, url: `http://receiver.example:${(server.address() as AddressInfo).port}/hooks` };
}

async function endpointAt(url: string, events = ['NIGHT_ARRIVED'], who = viewer) {
  const { data } = await who.gql(
    'mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { secret webhookEndpoint { databaseId } userErrors { message } } }',
    { input: { url, events } },
  );
  const { secret, webhookEndpoint } = data.createWebhookEndpoint;
  return { secret: secret as string, id: webhookEndpoint.databaseId as number };
}

const addNights = async (count: number, from = '2026-01-05') => {
  await admin.query(
    "insert into usage_nights (machine_org_id, machine_id, night, source, minutes) select $1, $2, $3::date + i, 'wireless', 300 from generate_series(0, $4::int - 1) i",
    [viewer.orgId, machine.id, from, count],
  );
  await settled();
};
const rowsOf = async (id: number) =>
  (
    await admin.query<{
      state: string;
      attempts: number;
      error: string | null;
      status_code: number | null;
      next: Date | null;
    }>(
      'select state, attempts, error, status_code, next_try_at as next from webhook_deliveries where endpoint_id = $1 order by id',
      [id],
    )
  ).rows;
const stateOf = async (id: number) =>
  (await admin.query('select state, disabled_reason, failing_since from webhook_endpoints where id = $1', [id]))
    .rows[0];
const mailsOf = async (orgId: number) =>
  (
    await admin.query(
      "select user_id, m::text as row from mails m where org_id = $1 and template = 'webhook-disabled'",
      [orgId],
    )
  ).rows;

describe('webhooks', () => {
  takeJobsByHand();
  beforeEach(async () => {
    viewer = await asViewer();
    machine = await makeMachine(viewer.orgId);
    patient = await makePatient(viewer.orgId);
    await makeHistory(patient, machine, { start_date: '2020-01-01' });
  });
  afterEach(async () => {
    setClock();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  describe('an event', () => {
    test('is sent once to the endpoints that have chosen it, signed, with ids and nothing about the patient', async () => {
      const [nights, uploads] = [await receiver(() => 204), await receiver(() => 204)];
      const endpoint = await endpointAt(nights.url);
      const other = await endpointAt(uploads.url, ['UPLOAD_READ']);
      await addNights(1);
      for (const { id } of [endpoint, other, endpoint]) await sendWebhooks(job(), id, reach());
      expect([nights.got.length, uploads.got.length]).toEqual([1, 0]);
      const { headers, body } = nights.got[0]!;
      const { rows } = await admin.query('select id, night::text from usage_nights where machine_id = $1', [
        machine.id,
      ]);
      expect(new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)).toEqual({
        type: 'night.arrived',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        data: { type: 'UsageNight', databaseId: Number(rows[0].id) },
      });
      const { rows: people } = await admin.query('select first_name, last_name from patients where id = $1', [
        patient.id,
      ]);
      for (const text of [...Object.values<string>(people[0]), rows[0].night, machine.serial, '300'])
        expect([text, `${JSON.stringify(headers)} ${body}`.includes(text)]).toEqual([text, false]);
      expect(await rowsOf(endpoint.id)).toEqual([
        { state: 'delivered', attempts: 1, error: null, status_code: 204, next: null },
      ]);
    });

    test('from before the endpoint was added is not sent', async () => {
      const { got, url } = await receiver(() => 204);
      await addNights(1);
      const { id } = await endpointAt(url);
      await sendWebhooks(job(), id, reach());
      expect(got).toEqual([]);
    });

    test('of another organization is not sent', async () => {
      const { got, url } = await receiver(() => 204);
      const { id } = await endpointAt(url, ['NIGHT_ARRIVED'], await asViewer());
      await addNights(1);
      await sendWebhooks(job(), id, reach());
      expect(got).toEqual([]);
    });

    test('that happens while the endpoint is paused is sent when it is resumed', async () => {
      const { got, url } = await receiver(() => 204);
      const { id } = await endpointAt(url);
      const set = (name: string) =>
        viewer.gql(`mutation { ${name}WebhookEndpoint(input: { endpointId: "${id}" }) { webhookEndpoint { state } } }`);
      await set('pause');
      await addNights(1);
      await sendWebhooks(job(), id, reach());
      expect(got).toEqual([]);
      await set('resume');
      await sendWebhooks(job(), id, reach());
      expect(got).toHaveLength(1);
    });

    test('is found by the sweep, which adds one job for its endpoint', async () => {
      const { url } = await receiver(() => 204);
      const { id } = await endpointAt(url);
      await sendWebhooks(job(), id, reach());
      await takeJobs('send-webhooks');
      const added = async () => {
        await sweepWebhooks(job());
        return (await takeJobs('send-webhooks')).filter(({ key }) => key === String(id)).map(({ data }) => data);
      };
      expect(await added()).toEqual([]);
      await addNights(1);
      expect(await added()).toEqual([{ endpointId: id }]);
      await sendWebhooks(job(), id, reach());
      expect(await added()).toEqual([]);
    });
  });

  test('nothing is sent for an organization that was deactivated, until it is active again', async () => {
    const { got, url } = await receiver(() => 204);
    const { id } = await endpointAt(url);
    const activate = (active: boolean) =>
      admin.query('update organizations set active = $2 where id = $1', [viewer.orgId, active]);
    await activate(false);
    await addNights(1);
    await takeJobs('send-webhooks');
    await sweepWebhooks(job());
    expect((await takeJobs('send-webhooks')).map(({ key }) => key)).not.toContain(String(id));
    await sendWebhooks(job(), id, reach());
    expect(got).toEqual([]);
    await activate(true);
    await sendWebhooks(job(), id, reach());
    expect(got).toHaveLength(1);
  });

  test('an endpoint of a restored database goes on at the present end', async () => {
    const { got, url } = await receiver(() => 204);
    const { id } = await endpointAt(url);
    const position = Buffer.from('00000000-0000-4000-8000-000000000000:9000000000:0').toString('base64url');
    await admin.query("update webhook_endpoints set position = $2, nothing_before = '9000000000' where id = $1", [
      id,
      position,
    ]);
    await takeJobs('send-webhooks');
    await addNights(1);
    await sweepWebhooks(job());
    expect((await takeJobs('send-webhooks')).map(({ key }) => key)).toContain(String(id));
    await sendWebhooks(job(), id, reach());
    expect(got).toEqual([]);
    await addNights(1, '2026-02-05');
    await sendWebhooks(job(), id, reach());
    expect(got).toHaveLength(1);
  });

  describe('a secret', () => {
    test('that was replaced signs too for 24 hours', async () => {
      const { got, url } = await receiver(() => 204);
      const { id, secret } = await endpointAt(url);
      const { data } = await viewer.gql(
        `mutation { rotateWebhookSecret(input: { endpointId: "${id}" }) { secret userErrors { message } } }`,
      );
      const now = running().app.now().getTime();
      const taken = (by: string, { headers, body }: Got) => {
        const { 'webhook-timestamp': _time, ...rest } = headers;
        const time = Number(headers['webhook-timestamp']);
        const [, signature] = new Webhook(by).sign(String(rest['webhook-id']), new Date(time * 1000), body).split(',');
        return String(headers['webhook-signature']).includes(signature!);
      };
      await addNights(1);
      setClock(new Date(now + 23.9 * HOUR));
      await sendWebhooks(job(), id, reach());
      await addNights(1, '2026-02-05');
      setClock(new Date(now + 24.1 * HOUR));
      await sendWebhooks(job(), id, reach());
      const renewed = data.rotateWebhookSecret.secret as string;
      expect(got.map((one) => [taken(renewed, one), taken(secret, one)])).toEqual([
        [true, true],
        [true, false],
      ]);
    });
  });

  describe('a receiver', () => {
    test('that answers 500 is tried ten times in three days; then the endpoint is disabled and its administrators get a mail', async () => {
      const { got, url } = await receiver(() => 500);
      const { id } = await endpointAt(url);
      await admin.query('update users set email_verified_at = now() where org_id = $1', [viewer.orgId]);
      const staff = await asViewer({ orgId: viewer.orgId, roles: ['org.ep.staff'] });
      await addNights(1);
      const begin = running().app.now().getTime();
      let at = begin;
      const hours: number[] = [];
      for (let nth = 1; nth <= 10; nth++) {
        setClock(new Date(at));
        await sendWebhooks(job(), id, reach());
        const [row] = await rowsOf(id);
        hours.push(Math.round((at - begin) / HOUR));
        expect([row!.attempts, row!.state]).toEqual([nth, nth < 10 ? 'waiting' : 'failed']);
        // Not a moment earlier.
        if (row!.next) {
          setClock(new Date(row!.next.getTime() - 1));
          await sendWebhooks(job(), id, reach());
          at = row!.next.getTime();
        }
      }
      expect([hours, got.length]).toEqual([[0, 0, 0, 1, 3, 8, 18, 32, 52, 72], 10]);
      expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(await stateOf(id)).toMatchObject({ state: 'disabled', disabled_reason: 'failing' });
      const mails = await mailsOf(viewer.orgId);
      expect(mails.map(({ user_id }) => user_id)).toEqual([viewer.userId]);
      expect(staff.userId).not.toBe(viewer.userId);
      expect(mails[0].row).not.toContain('receiver.example');
      setClock(new Date(at + HOUR));
      await addNights(1, '2026-02-05');
      await sendWebhooks(job(), id, reach());
      expect(got).toHaveLength(10);
    });

    test('that answers 503 and when to come back is tried no earlier', async () => {
      const { got, url } = await receiver((nth) => (nth === 1 ? 503 : 204), { 'retry-after': '7200' });
      const { id } = await endpointAt(url);
      await addNights(1);
      const begin = running().app.now().getTime();
      setClock(new Date(begin));
      await sendWebhooks(job(), id, reach());
      const [row] = await rowsOf(id);
      const waited = row!.next!.getTime() - begin;
      expect([row!.status_code, waited >= 2 * HOUR, waited < 2 * HOUR + 60_000]).toEqual([503, true, true]);
      setClock(new Date(row!.next!.getTime() - 1));
      await sendWebhooks(job(), id, reach());
      expect(got).toHaveLength(1);
      setClock(row!.next!);
      await sendWebhooks(job(), id, reach());
      expect([got.length, (await rowsOf(id))[0]!.state]).toEqual([2, 'delivered']);
    });

    test('that refuses one message and takes the others goes on being sent to', async () => {
      const refusedIds = new Set<unknown>();
      const { got, url } = await receiver((nth) => {
        const { headers } = got[nth - 1]!;
        if (nth === 1) refusedIds.add(headers['webhook-id']);
        return refusedIds.has(headers['webhook-id']) ? 500 : 204;
      });
      const { id } = await endpointAt(url);
      await addNights(1);
      let [at, night] = [running().app.now().getTime(), 1];
      for (; (await rowsOf(id))[0]?.state !== 'failed'; night += 1) {
        setClock(new Date(at));
        await sendWebhooks(job(), id, reach());
        await addNights(1, `2026-03-${String(night).padStart(2, '0')}`);
        await sendWebhooks(job(), id, reach());
        at = (await rowsOf(id))[0]!.next?.getTime() ?? at;
      }
      expect(await stateOf(id)).toEqual({ state: 'active', disabled_reason: null, failing_since: null });
      expect((await rowsOf(id)).map(({ state }) => state)).toEqual([
        'failed',
        ...Array<string>(night - 1).fill('delivered'),
      ]);
    });

    test('that answers 410 is disabled at once', async () => {
      const { got, url } = await receiver(() => 410);
      const { id } = await endpointAt(url);
      await addNights(1);
      await sendWebhooks(job(), id, reach());
      await sendWebhooks(job(), id, reach());
      expect([got.length, await rowsOf(id)]).toEqual([
        1,
        [{ state: 'failed', attempts: 1, error: 'status', status_code: 410, next: null }],
      ]);
      expect(await stateOf(id)).toMatchObject({ state: 'disabled', disabled_reason: 'gone' });
    });

    test('that hangs fails after its time, and the run ends', async () => {
      const { got, open, url } = await receiver(() => null);
      const { id } = await endpointAt(url);
      await addNights(20);
      await sendWebhooks(job(), id, reach(100));
      expect([got.length, open.most]).toEqual([8, 8]);
      const rows = await rowsOf(id);
      expect(rows.filter(({ error }) => error === 'timeout')).toHaveLength(8);
      expect(rows.filter(({ attempts }) => attempts === 0)).toHaveLength(12);
    });

    test('that comes back after hours is sent at once what waits', async () => {
      let status = 500;
      const { got, url } = await receiver(() => status);
      const { id } = await endpointAt(url);
      const begin = running().app.now().getTime();
      await addNights(3);
      for (const hours of [0, 1, 2]) {
        setClock(new Date(begin + hours * HOUR));
        await sendWebhooks(job(), id, reach());
      }
      status = 204;
      const tried = got.length;
      setClock(new Date(begin + 2.1 * HOUR));
      await addNights(1, '2026-02-05');
      await sendWebhooks(job(), id, reach());
      expect([got.length - tried, (await rowsOf(id)).map(({ state }) => state)]).toEqual([
        4,
        ['delivered', 'delivered', 'delivered', 'delivered'],
      ]);
    });

    test('that is down while 10,000 events arrive has a hundred that wait, and the others are sent when it comes back', async () => {
      const [down, up] = [await receiver((nth) => (nth > 100 && nth <= 400 ? 204 : 500)), await receiver(() => 204)];
      const slow = await endpointAt(down.url);
      await addNights(5000, '2000-01-01');
      await addNights(5000, '2014-01-01');
      const next = await endpointAt(up.url);
      for (let round = 0; round < 20; round++) await sendWebhooks(job(), slow.id, reach());
      const waiting = await rowsOf(slow.id);
      expect([waiting.length, waiting.every(({ attempts }) => attempts === 1)]).toEqual([100, true]);
      await addNights(1, '2030-01-01');
      await sendWebhooks(job(), next.id, reach());
      expect(up.got).toHaveLength(1);
      setClock(new Date(running().app.now().getTime() + 6 * 60_000));
      await sendWebhooks(job(), slow.id, reach());
      const states = Map.groupBy(await rowsOf(slow.id), ({ state }) => state);
      expect([states.get('delivered')!.length, states.get('waiting')!.length <= 100]).toEqual([300, true]);
      expect(down.open.most).toBeLessThanOrEqual(8);
    });
  });

  describe('a node', () => {
    test('that was killed while it sent leaves the message to another one, under the same id', async () => {
      const { got, url } = await receiver(() => 204);
      const { id } = await endpointAt(url);
      await addNights(1);
      const begin = running().app.now().getTime();
      // As a node leaves it that took the endpoint and was killed before it kept what it had sent.
      await sendWebhooks(job(), id, reach());
      await admin.query(
        "update webhook_deliveries set state = 'waiting', attempts = 0, next_try_at = $2 where endpoint_id = $1",
        [id, new Date(begin)],
      );
      await admin.query('update webhook_endpoints set taken_until = $2 where id = $1', [id, new Date(begin + 60_000)]);
      const sweep = async () => {
        await sweepWebhooks(job());
        return (await takeJobs('send-webhooks')).map(({ key }) => key).includes(String(id));
      };
      await takeJobs('send-webhooks');
      setClock(new Date(begin + 59_999));
      await sendWebhooks(job(), id, reach());
      expect([got.length, await sweep()]).toEqual([1, false]);
      setClock(new Date(begin + 60_000));
      expect(await sweep()).toBe(true);
      await sendWebhooks(job(), id, reach());
      expect(got.map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(got[0]!.headers['webhook-id']));
    });

    test('that sends keeps others from sending to the same endpoint', async () => {
      const { got, url } = await receiver(() => 204);
      const { id } = await endpointAt(url);
      await addNights(5);
      await Promise.all([1, 2, 3].map(() => sendWebhooks(job(), id, reach())));
      expect([got.length, new Set(got.map(({ headers }) => headers['webhook-id'])).size]).toEqual([5, 5]);
    });
  });

  test('the log keeps a delivery for 30 days', async () => {
    const { url } = await receiver(() => 204);
    const { id } = await endpointAt(url);
    await addNights(2);
    await sendWebhooks(job(), id, reach());
    await admin.query(
      "update webhook_deliveries set created_at = now() - case when id = (select min(id) from webhook_deliveries where endpoint_id = $1) then interval '30 days 1 hour' else interval '29 days 23 hours' end where endpoint_id = $1",
      [id],
    );
    await sweepExpired.run(job(), {});
    expect(await rowsOf(id)).toHaveLength(1);
  });
});
