/** Where traces are sent, and which. Headers, time limits, the service and its attributes are read by OpenTelemetry itself. */
export interface Tracing {
  url: string;
  sampler: Sampler;
  /** From 0 to 1, of the samplers with a ratio. */
  ratio: number;
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type Sampler = (typeof SAMPLERS)[number];

/**
 * Returns what the variables of OpenTelemetry ask for; null: nothing is traced. A text is one readable line, without a part
 * of an address, which may hold a password.
 */
export function tracingOf(env: NodeJS.ProcessEnv): Tracing | null | string {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: all } = env;
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  if (isOff || !(own || all)) return null;
  if (env.OTEL_TRACES_EXPORTER && env.OTEL_TRACES_EXPORTER !== 'otlp')
    return 'OTEL_TRACES_EXPORTER must be otlp or none.';
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json';
  if (protocol !== 'http/json') return 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json: the portal sends nothing else.';
  const url = own || `${all!.replace(/\/$/, '')}/v1/traces`;
  if (!['http:', 'https:'].includes(URL.parse(url)?.protocol ?? ''))
    return `OTEL_EXPORTER_OTLP_${own ? 'TRACES_' : ''}ENDPOINT must be an address that starts with http: or https://.`;
  const sampler = SAMPLERS.find((name) => name === (env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'));
  if (!sampler) return `OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}.`;
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1)) return 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.';
  return { url, sampler, ratio };
}
