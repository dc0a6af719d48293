import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import {
  ATTR_DB_RESPONSE_STATUS_CODE,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
} from '@opentelemetry/semantic-conventions';
import type { Span } from '../shared/work.ts';
import { statementName } from './statement-name.ts';

/** Codes are of our own, of Node and of PostgreSQL: anything else could be a text. */
const CODE = /^[A-Z0-9_-]{1,40}$/i;
const codeOf = (code: string): string => (CODE.test(code) ? code : 'failed');

/** One span of OpenTelemetry, with what begins within it. One that is not sampled is that of all that begins within it. */
export class TracedSpan implements Span {
  readonly ids: Span['ids'];
  readonly #context: Context;
  readonly #isRecorded: boolean;

  private constructor(
    readonly tracer: Tracer,
    readonly otel: OtelSpan,
    /** Milliseconds from performance.now() to the time of day, the same in all of a trace, so that its spans are in order. */
    readonly clock: number,
    readonly around: Span | undefined,
  ) {
    const { traceId, spanId } = otel.spanContext();
    this.ids = { trace_id: traceId, span_id: spanId };
    this.#context = trace.setSpan(ROOT_CONTEXT, otel);
    this.#isRecorded = otel.isRecording();
  }

  /** Begins a trace, or the part of this node in one. */
  static root(tracer: Tracer, name: string, options: SpanOptions, context = ROOT_CONTEXT): TracedSpan {
    const now = Date.now();
    const otel = tracer.startSpan(name, { ...options, startTime: now }, context);
    return new TracedSpan(tracer, otel, now - performance.now(), undefined);
  }

  begin(name: string, { attributes, isCall }: { attributes?: Record<string, string>; isCall?: boolean } = {}): Span {
    if (!this.#isRecorded) return this;
    const kind = isCall ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const options = { kind, attributes, startTime: this.clock + performance.now() };
    return new TracedSpan(this.tracer, this.tracer.startSpan(name, options, this.#context), this.clock, this);
  }

  ran(statement: string, ms: number, code?: string): void {
    if (!this.#isRecorded) return;
    const ended = this.clock + performance.now();
    const span = this.tracer.startSpan(
      statementName(statement),
      { kind: SpanKind.CLIENT, attributes: { [ATTR_DB_SYSTEM_NAME]: 'postgresql' }, startTime: ended - ms },
      this.#context,
    );
    if (code !== undefined) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttributes({ [ATTR_ERROR_TYPE]: codeOf(code), [ATTR_DB_RESPONSE_STATUS_CODE]: codeOf(code) });
    }
    span.end(ended);
  }

  end(code?: string): void {
    if (!this.#isRecorded) return;
    if (code !== undefined) {
      this.otel.setStatus({ code: SpanStatusCode.ERROR });
      this.otel.setAttribute(ATTR_ERROR_TYPE, codeOf(code));
    }
    this.otel.end(this.clock + performance.now());
  }
}
