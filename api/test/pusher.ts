import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Pusher from 'pusher-js';
import { WebSocket } from 'ws';
import { running, type Client } from './harness.ts';
import { until } from './until.ts';

export const KEY = '278d425bdf160c739803';
export const ORG_MESSAGE = 'org.message.delivery';

export interface Frame {
  event: string;
  channel?: string;
  data?: unknown;
}

/** A websocket to the Pusher endpoint that keeps every frame as received. */
export class RawSocket {
  readonly texts: string[] = [];
  closed: number | undefined;
  readonly #socket: WebSocket;

  constructor(
    path = `/app/${KEY}?protocol=7&client=js&version=8.6.0&flash=false`,
    headers: Record<string, string> = {},
    port = running().port,
  ) {
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    this.#socket.on('message', (data) => void this.texts.push(String(data)));
    this.#socket.on('close', (code) => void (this.closed = code));
    this.#socket.on('error', () => undefined);
  }

  get frames(): Frame[] {
    return this.texts.map((text) => JSON.parse(text) as Frame);
  }

  /** Data of every frame of an event, decoded. */
  all(event: string): unknown[] {
    return this.frames
      .filter((frame) => frame.event === event)
      .map(({ data }) => (typeof data === 'string' ? (JSON.parse(data) as unknown) : data));
  }

  /** Waits for the first frame and returns the id of the socket. */
  async id(): Promise<string> {
    await until(() => this.texts.length > 0 || this.closed !== undefined);
    return (JSON.parse(this.frames[0]!.data as string) as { socket_id: string }).socket_id;
  }

  send(frame: unknown): void {
    this.#socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  /** Waits until everything sent before is answered: a pong comes after it. */
  async settled(): Promise<void> {
    const before = this.all('pusher:pong').length;
    this.send({ event: 'pusher:ping', data: {} });
    await until(() => this.all('pusher:pong').length > before || this.closed !== undefined);
  }

  close(): void {
    this.#socket.close();
  }
}

/** Requests the signature of a channel, as a form. */
export async function authorize(
  viewer: Client,
  socketId: string,
  channel: string,
  path = '/broadcasting/auth',
): Promise<{ status: number; auth: string; text: string }> {
  const answer = await viewer.rest(
    'POST',
    path,
    new URLSearchParams({ socket_id: socketId, channel_name: channel }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded' },
  );
  return { status: answer.status, auth: String((answer.body as { auth?: string } | null)?.auth), text: answer.text };
}

/** Returns a socket that has joined the message channel of the viewer's organization. */
export async function joined(viewer: Client & { orgId: number }, port?: number): Promise<RawSocket> {
  const socket = new RawSocket(undefined, {}, port);
  const channel = `private-org-message.${viewer.orgId}`;
  const { auth } = await authorize(viewer, await socket.id(), channel);
  socket.send({ event: 'pusher:subscribe', data: { auth, channel } });
  await until(() => socket.frames.some(({ event }) => event === 'pusher_internal:subscription_succeeded'));
  return socket;
}

/** Adds a browser's cookies to the clients' own requests, which cannot set a Cookie header in Node. */
export async function cookieJar(
  cookie: string | undefined,
): Promise<{ url: string; seen: { headers: Record<string, unknown>; body: string }[]; close: () => void }> {
  const seen: { headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
    incoming.on('end', () => {
      seen.push({ headers: incoming.headers, body: String(Buffer.concat(chunks)) });
      const headers = {
        ...incoming.headers,
        host: `127.0.0.1:${running().port}`,
        ...(cookie === undefined ? {} : { cookie }),
      };
      const onward = request(
        { port: running().port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers },
        (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        },
      );
      onward.end(Buffer.concat(chunks));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close: () => void server.close() };
}

/** The options with which existing clients connect to our host. */
export const clientOptions = (jar: string, port = running().port) => ({
  cluster: 'mt1',
  wsHost: '127.0.0.1',
  wsPort: port,
  wssPort: port,
  wsPath: '',
  forceTLS: false,
  enabledTransports: ['ws' as const, 'wss' as const],
  enableStats: false,
  channelAuthorization: { endpoint: `${jar}/broadcasting/auth`, transport: 'ajax' as const, headers: {} },
  userAuthentication: { endpoint: `${jar}/broadcasting/user-auth`, transport: 'ajax' as const, headers: {} },
});

/** The real pusher-js against our host. */
export const pusherClient = (jar: string, port?: number, key = KEY): Pusher =>
  new Pusher(key, clientOptions(jar, port));
