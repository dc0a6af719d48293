import { expect, test } from '@jest/globals';
import { TEST_KEY, TEST_SECRET } from '../../test/secrets.ts';
import { ConfigError, loadConfig } from './config.ts';

const tracing = (env: Record<string, string>) =>
  loadConfig({ SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex'), ...env }).tracing;

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

test('nothing is traced without an address, or when OpenTelemetry is switched off', () => {
  const off: Record<string, string>[] = [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER: 'always_on' },
    { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' },
    { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
  ];
  expect(off.map(tracing)).toEqual([null, null, null, null]);
});

test('traces are sent to the address of traces as it is, or to their path at the address of all signals', () => {
  const whole = { sampler: 'parentbased_always_on', ratio: 1 };
  expect(tracing(ENDPOINT)).toEqual({ url: 'http://collector:4318/v1/traces', ...whole });
  expect(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c/otlp/' })).toEqual({
    url: 'https://c/otlp/v1/traces',
    ...whole,
  });
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/in', OTEL_TRACES_EXPORTER: 'otlp' };
  expect(tracing({ ...ENDPOINT, ...own })).toEqual({ url: 'https://traces/in', ...whole });
});

test('a sampler has its ratio', () => {
  const sampled = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  expect(tracing({ ...ENDPOINT, ...sampled })).toMatchObject({ sampler: 'parentbased_traceidratio', ratio: 0.1 });
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'secret:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address'],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'grpc://secret' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an address'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be otlp or none'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER must be one of always_on'],
  [{ OTEL_TRACES_SAMPLER_ARG: '10' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
])('%o is refused with one line that shows no part of an address', (env, line) => {
  const refused = () => tracing({ ...ENDPOINT, ...env } as Record<string, string>);
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(line);
  expect(refused).not.toThrow(/secret/);
});
