import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

/** Sends spans to a collector. The log says once that they are lost, and once that they arrive again. */
export function exporterTo(url: string, log: Logger): SpanExporter {
  const exporter = new OTLPTraceExporter({ url });
  let isLost = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const fails = result.code !== ExportResultCode.SUCCESS;
        if (fails && !isLost) log.warn({ err: result.error }, 'traces are lost: the collector does not take them');
        if (!fails && isLost) log.info('traces arrive at the collector again');
        isLost = fails;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
