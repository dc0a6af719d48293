import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { admin, anonymous, asViewer, makePatient, running, usePortal } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { Metrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

usePortal({ metricsPort: 0 });

const text = () => running().app.metrics!.registry.metrics();
/** The value of a series, by its name with all its labels; 0 when there is none. */
const valueOf = async (series: string): Promise<number> => {
  const line = (await text()).split('\n').find((one) => one.startsWith(`${series} `));
  return line ? Number(line.slice(series.length + 1)) : 0;
};

describe('Prometheus reads of a node', () => {
  test('its answers by the pattern of the route, and their duration', async () => {
    const viewer = await asViewer();
    const { id } = await makePatient(viewer.orgId);
    const series = (status: string) =>
      `airlog_http_request_seconds_count{method="GET",route="/api/patients/datatable",status="${status}"}`;
    await viewer.rest('GET', '/api/patients/datatable');
    await anonymous().rest('GET', '/api/patients/datatable');
    await viewer.rest('GET', `/patients/${id}/nowhere`);
    await until(async () => (await valueOf(series('4xx'))) === 1);
    expect(await valueOf(series('2xx'))).toBe(1);
    expect(await text()).toContain('airlog_http_request_seconds_bucket{le="0.1",method="GET",');
  });

  test('its operations by their first root field: those that went well, those refused, and those it cannot read', async () => {
    const viewer = await asViewer();
    const count = (field: string, outcome: string) =>
      valueOf(`airlog_graphql_operation_seconds_count{field="${field}",outcome="${outcome}"}`);
    const [ok, refused, unread] = await Promise.all([
      count('Query.viewer', 'ok'),
      count('Query.patient', 'refused'),
      count('none', 'refused'),
    ]);
    await viewer.gql('{ viewer { user { id } } }');
    await viewer.gql('{ patient(id: "999999999") { firstName } }');
    await viewer.gql('{ nowhere }');
    expect(await count('Query.viewer', 'ok')).toBe(ok + 1);
    expect(await count('Query.patient', 'refused')).toBe(refused + 1);
    expect(await count('none', 'refused')).toBe(unread + 1);
  });

  test('the runs of its jobs, and the queues that they wait in', async () => {
    const { id } = await makePatient((await asViewer()).orgId);
    const runs = 'airlog_job_seconds_count{job="recompute-compliance",outcome="ok"}';
    const before = await valueOf(runs);
    await admin.query("update patients set therapy_start = '2026-01-01' where id = $1", [id]);
    await until(async () => (await valueOf(runs)) > before);
    expect(await text()).toMatch(/^airlog_queue_jobs\{queue="recompute-compliance",state="failed"\} 0$/m);
    expect(await text()).toMatch(/^airlog_queue_oldest_seconds\{queue="send-mail"\} \d/m);
  });

  test('the connections of its pools, of which 13 are the most', async () => {
    const most = [...(await text()).matchAll(/^airlog_database_connections_most\{pool="\w+"\} (\d+)$/gm)];
    expect(most.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(13);
    expect(await valueOf('airlog_database_connections{pool="org",state="waited_for"}')).toBe(0);
  });

  test('its sockets, the events that it received, its disk and its process', async () => {
    const names = ['airlog_sockets{protocol="graphql"}', 'airlog_sockets{protocol="pusher"}'];
    expect(await Promise.all(names.map(valueOf))).toEqual([0, 0]);
    expect(await valueOf('airlog_disk_free_bytes')).toBeGreaterThan(0);
    expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(0);
    const before = await valueOf('airlog_realtime_events_total');
    await running().app.db.pools.org.em.execute("select pg_notify('airlog', ?)", [
      JSON.stringify({ topic: 'device-history.changed', data: { patientId: 1, historyId: 0 } }),
    ]);
    await until(async () => (await valueOf('airlog_realtime_events_total')) > before);
  });
});

test('no value of a request is part of what Prometheus reads', async () => {
  const viewer = await asViewer();
  const patient = await makePatient(viewer.orgId, { first_name: 'Canaryfirst', last_name: 'Canarylast' });
  await viewer.rest('GET', `/api/patients/datatable?search=Canarysearch`);
  await viewer.rest('GET', '/Canarypath/canary');
  await viewer.rest('CANARYMETHOD', '/api/patients/datatable').catch(() => undefined);
  await viewer.gql(
    'query Canaryname($Canaryvariable: ID!) { Canaryalias: patient(id: $Canaryvariable) { firstName } }',
    {
      Canaryvariable: String(patient.id),
    },
  );
  await viewer.gql('{ Canaryfield }');
  await viewer.rest('POST', '/login', { email: 'canary@example.test', password: 'Canarypassword' });
  const all = await text();
  expect(all).toContain('field="Query.patient"');
  expect(all).not.toMatch(/canary/i);
});

describe('the port for Prometheus', () => {
  test('serves /metrics and nothing else', async () => {
    const metrics = new Metrics();
    const served = await serveMetrics(metrics, 0, pino({ level: 'silent' }));
    try {
      const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${served.port}${path}`, { method });
      const answer = await at('/metrics');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ]);
      expect(await answer.text()).toContain('process_cpu_seconds_total');
      expect((await at('/graphql')).status).toBe(404);
      expect((await at('/metrics', 'POST')).status).toBe(404);
    } finally {
      await served.close();
    }
  });

  test('answers 500 while something cannot be read, and says so in the log', async () => {
    const lines: string[] = [];
    const metrics = new Metrics();
    metrics.collect({ ...running().app, queue: { counts: () => Promise.reject(new Error('away')) } } as never, () => ({
      graphql: 0,
      pusher: 0,
    }));
    const served = await serveMetrics(metrics, 0, pino({}, { write: (line) => void lines.push(line) }));
    try {
      expect((await fetch(`http://127.0.0.1:${served.port}/metrics`)).status).toBe(500);
      expect(lines.join('')).toContain('the metrics could not be collected');
    } finally {
      await served.close();
    }
  });
});

test('the alerts and the dashboard name metrics that there are', async () => {
  const there = [...(await text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name!],
  );
  const folder = join(import.meta.dirname, '../../deploy/monitoring');
  const used = globSync('*', { cwd: folder }).flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/\b(?:airlog|nodejs|process)_[a-z0-9_]+/g),
  ]);
  expect(used.length).toBeGreaterThan(20);
  expect([...new Set(used.map(([name]) => name))].filter((name) => !there.includes(name))).toEqual([]);
});
