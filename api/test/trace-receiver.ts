import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number; message?: string };
}
interface Body {
  resourceSpans: { resource: { attributes: { key: string; value: Value }[] }; scopeSpans: { spans: Sent[] }[] }[];
}

/** A span as a collector received it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parent: string | undefined;
  name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  failed: boolean;
  started: bigint;
  ended: bigint;
}

export interface TraceReceiver {
  url: string;
  /** Each request of a node as it was sent: its head and its body. */
  sent: string[];
  /** The status that it answers with, which a test may change; 0: it does not answer. */
  status: number;
  spans(): ReceivedSpan[];
  /** The attributes of the node that sent last. */
  resource(): Record<string, unknown>;
  close(): Promise<void>;
}

const attributesOf = (attributes: { key: string; value: Value }[] = []) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? Number(value.intValue)]),
  );

const received = (span: Sent): ReceivedSpan => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parent: span.parentSpanId,
  name: span.name,
  kind: span.kind,
  attributes: attributesOf(span.attributes),
  links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
  failed: span.status?.code === 2,
  started: BigInt(span.startTimeUnixNano),
  ended: BigInt(span.endTimeUnixNano),
});

/** Starts a collector for OpenTelemetry's traces, which keeps what it receives. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: Body[] = [];
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      receiver.sent.push(JSON.stringify([request.method, request.url, request.headers]) + body);
      if (receiver.status === 200) bodies.push(JSON.parse(body) as Body);
      if (receiver.status > 0) response.writeHead(receiver.status).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const receiver: TraceReceiver = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1/traces`,
    sent: [],
    status: 200,
    spans: () =>
      bodies.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(received))),
      ),
    resource: () => attributesOf(bodies.at(-1)?.resourceSpans[0]?.resource.attributes),
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return receiver;
}
