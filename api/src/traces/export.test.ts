import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { startTraceReceiver, type TraceReceiver } from '../../test/trace-receiver.ts';
import type { Sampler } from '../shared/config-traces.ts';
import { calling, during, endWork, nameWork, workOfNow } from '../shared/work.ts';
import { Traces } from './traces.ts';

let receiver: TraceReceiver;
let lines: { level: number; msg: string }[];
beforeEach(async () => {
  receiver = await startTraceReceiver();
  lines = [];
});
afterEach(() => receiver.close());

const open = (sampler: Sampler = 'always_on', ratio = 1) =>
  new Traces(
    { url: receiver.url, sampler, ratio },
    pino({}, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) }),
  );
const said = () => lines.map(({ level, msg }) => [level, msg]);
const names = () => receiver.spans().map(({ name }) => name);

describe('a span that fails has', () => {
  test.each([
    ['42P01', '42P01'],
    ['ECONNREFUSED', 'ECONNREFUSED'],
    ['the name Canary is taken', 'failed'],
    ['C'.repeat(41), 'failed'],
  ])('a code and never a text: %s', async (code, type) => {
    const traces = open();
    const job = traces.begin('job');
    job.ran('select 1', 1, code);
    job.end(code);
    await traces.close();
    expect(receiver.spans().map(({ failed, attributes }) => [failed, attributes['error.type']])).toEqual([
      [true, type],
      [true, type],
    ]);
    expect(receiver.sent.join()).not.toContain('Canary');
  });

  test('no message of what another system answered', async () => {
    const traces = open();
    const fails = (error: Error) => calling('system', () => Promise.reject(error)).catch(() => undefined);
    await during({ id: '1', operation: 'job', span: traces.begin('job') }, async () => {
      await fails(new Error('Canary'));
      await fails(Object.assign(new Error('Canary'), { code: 'EAUTH' }));
      endWork();
    });
    await traces.close();
    expect(receiver.spans().map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['system', 'failed'],
      ['system', 'EAUTH'],
      ['job', undefined],
    ]);
    expect(receiver.sent.join()).not.toContain('Canary');
  });
});

test('jobs that are done at once are one span, with their number', async () => {
  const traces = open();
  traces.begin('job', 25).end();
  await traces.close();
  expect(receiver.spans()[0]!.attributes).toEqual({ 'messaging.batch.message_count': 25 });
});

describe('a trace that is not sampled', () => {
  test.each<[Sampler, number]>([
    ['always_off', 1],
    ['traceidratio', 0],
    ['parentbased_always_off', 1],
    ['parentbased_traceidratio', 0],
  ])('is not sent, and the lines of the log name it all the same: %s', async (sampler, ratio) => {
    const traces = open(sampler, ratio);
    await during({ id: '1', span: traces.begin('job') }, async () => {
      nameWork('operation');
      workOfNow()!.span!.ran('select 1', 1);
      endWork();
      expect(workOfNow()!.span!.ids.trace_id).toMatch(/^[0-9a-f]{32}$/);
    });
    await traces.close();
    expect(receiver.sent).toEqual([]);
  });

  test.each<[Sampler, number]>([
    ['always_on', 0],
    ['traceidratio', 1],
    ['parentbased_always_on', 0],
    ['parentbased_traceidratio', 1],
  ])('is not one of %s', async (sampler, ratio) => {
    const traces = open(sampler, ratio);
    traces.begin('job').end();
    await traces.close();
    expect(names()).toEqual(['job']);
  });
});

describe('a collector', () => {
  test('learns which portal and which node sends', async () => {
    process.env.OTEL_SERVICE_NAME = 'airlog-test';
    try {
      const traces = open();
      traces.begin('job').end();
      await traces.close();
    } finally {
      delete process.env.OTEL_SERVICE_NAME;
    }
    expect(receiver.resource()).toEqual({
      'service.name': 'airlog-test',
      'service.version': expect.stringMatching(/^\d/),
      'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'telemetry.sdk.language': 'nodejs',
      'telemetry.sdk.name': 'opentelemetry',
      'telemetry.sdk.version': expect.stringMatching(/^\d/),
    });
  });

  test('that refuses spans is said once in the log, and so is that it takes them again', async () => {
    const traces = open();
    const send = async (status: number) => {
      receiver.status = status;
      traces.begin('job').end();
      await traces.flush().catch(() => undefined);
    };
    for (const status of [400, 400, 200, 200]) await send(status);
    expect(said()).toEqual([
      [40, 'traces are lost: the collector does not take them'],
      [30, 'traces arrive at the collector again'],
    ]);
    await traces.close();
  });

  test('that does not answer does not keep a node from ending', async () => {
    receiver.status = 0;
    const traces = open();
    traces.begin('job').end();
    await traces.close(1);
    expect(said()).toEqual([[40, 'the last traces were not sent']]);
  });
});
