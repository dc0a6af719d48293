import type { IncomingMessage } from 'node:http';
import { ROOT_CONTEXT, SpanKind, trace, type SpanContext, type Tracer } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../shared/config.ts';
import type { Tracing } from '../shared/config-traces.ts';
import { isOfProxy } from '../shared/network.ts';
import { keepSpan, routeOf } from '../shared/request-log.ts';
import { during, type Span } from '../shared/work.ts';
import { release } from '../version.ts';
import { exporterTo } from './export.ts';
import { TracedSpan } from './span.ts';

/** A node that ends tries this long to send its last spans. */
const LAST_MS = 5000;

function samplerOf({ sampler, ratio }: Tracing): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** Returns the span that a request says it is part of. Its `tracestate` is not read: it is any text of a client. */
function callerOf({ headers }: IncomingMessage): SpanContext | null {
  const { traceparent } = headers;
  const found = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return found && { ...found, isRemote: true };
}

/**
 * The traces of a node. Nothing of OpenTelemetry is global: a span is that of the work that runs (shared/work.ts), so that
 * there is one context for statements, lines of the log and spans.
 */
export class Traces {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor(
    tracing: Tracing,
    private readonly log: Logger,
  ) {
    const own = { [ATTR_SERVICE_NAME]: 'airlog', [ATTR_SERVICE_VERSION]: release.version };
    const said = detectResources({ detectors: [serviceInstanceIdDetector, envDetector] });
    this.#provider = new TracerProvider({
      resource: defaultResource().merge(resourceFromAttributes(own)).merge(said),
      sampler: samplerOf(tracing),
      spanProcessors: [new BatchSpanProcessor({ exporter: exporterTo(tracing.url, log) })],
    });
    this.#tracer = this.#provider.getTracer('airlog', release.version);
  }

  /** Traces each request, from its head to the end of its answer, with the pattern of its route and never its address. */
  requests(config: Pick<Config, 'trustedProxies'>): RequestHandler {
    return (request, response, next) => {
      const span = this.#request(request, isOfProxy(config, request.socket));
      keepSpan(response, span);
      response.once('close', () => {
        const [route, status] = [routeOf(request), response.statusCode];
        span.otel.updateName(`${request.method} ${route}`);
        span.otel.setAttribute(ATTR_HTTP_ROUTE, route);
        span.otel.setAttribute('airlog.request_id', String(response.getHeader('x-request-id') ?? ''));
        // Otherwise the client went away before the end.
        if (response.writableFinished) span.otel.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, status);
        span.end(status >= 500 ? String(status) : undefined);
      });
      during({ span }, next); // until its body is parsed (server.ts)
    };
  }

  /** Begins the span of a request: part of the trace of a trusted proxy; with a link to that of any other sender. */
  #request(request: IncomingMessage, isTrusted: boolean): TracedSpan {
    const caller = callerOf(request);
    const attributes = { [ATTR_HTTP_REQUEST_METHOD]: request.method! };
    const links = caller && !isTrusted ? [{ context: caller }] : undefined;
    const within = caller && isTrusted ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
    return TracedSpan.root(this.#tracer, request.method!, { kind: SpanKind.SERVER, attributes, links }, within);
  }

  /** Begins a trace of work that no request waits for. `count`: the jobs that are done at once. */
  begin(name: string, count?: number): Span {
    const attributes = count === undefined ? {} : { 'messaging.batch.message_count': count };
    return TracedSpan.root(this.#tracer, name, { kind: SpanKind.CONSUMER, attributes });
  }

  /** Sends the spans that have ended. */
  flush(): Promise<void> {
    return this.#provider.forceFlush();
  }

  /** Sends the last spans. Those that the collector does not take within 5 seconds are lost. */
  async close(ms = LAST_MS): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((done) => {
      timer = setTimeout(() => done(false), ms);
    });
    const sent = this.#provider.shutdown().then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([sent, late]))) this.log.warn('the last traces were not sent');
    clearTimeout(timer);
  }
}
