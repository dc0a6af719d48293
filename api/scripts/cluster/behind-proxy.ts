import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Cluster } from './cluster.ts';
import type { Session } from './session.ts';

const CLIENTS = ['127.0.0.2', '127.0.0.3'] as const;
/** SIGN_INS_PER_MINUTE. */
const GUESSES = 10;
const CARD_BYTES = 100 * 1024 * 1024;
const ATTEMPTS = 4;

/** Sends a wrong sign-in from an address of this machine, which claims another one. Returns its status. */
async function guess(origin: string, localAddress: string, claimed: string): Promise<number> {
  const body = JSON.stringify({ email: `no-one-${claimed}@example.test`, password: 'wrong password' });
  const sent = request(`${origin}/login`, {
    method: 'POST',
    localAddress,
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-forwarded-for': claimed,
      ...(await guestHeaders(origin)),
    },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

/** What a page has before the sign-in: the cookie of the CSRF token, and the token. */
async function guestHeaders(origin: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/csrf-token`);
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('XSRF-TOKEN='))!;
  const value = cookie.split(';')[0]!.slice('XSRF-TOKEN='.length);
  return { cookie: `XSRF-TOKEN=${value}`, 'x-xsrf-token': decodeURIComponent(value) };
}

async function limitsAreOfClients({ origin, servers }: Cluster): Promise<string[]> {
  const statuses: number[] = [];
  for (let nth = 0; nth <= GUESSES; nth += 1) statuses.push(await guess(origin, CLIENTS[0], `203.0.113.${nth}`));
  const other = await guess(origin, CLIENTS[1], CLIENTS[0]);
  const faults = [
    ...(statuses.at(-1) === 429 ? [] : [`a client with ${GUESSES} wrong sign-ins is not refused: ${statuses.join()}`]),
    ...(statuses.slice(0, -1).includes(429) ? [`a client was refused too early: ${statuses.join()}`] : []),
    ...(other === 429 ? ['one client uses up the sign-ins of another'] : []),
  ];
  await wait(3000); // events are written once a second
  const rows = await servers[0].query<{ address: string }>('select distinct address from security_events order by 1');
  const addresses = rows.map(({ address }) => address).join();
  if (addresses !== CLIENTS.join())
    faults.push(`security events have the addresses ${addresses}, not ${CLIENTS.join()}`);
  return faults;
}

async function socketsPass({ origin }: Cluster, { headers }: Session): Promise<string[]> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers, origin });
  const answer = new Promise<string>((done) => {
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    socket.on('message', (data: Buffer) => done(data.toString()));
    socket.on('error', (error) => done(error.message));
    socket.on('close', (code) => done(`closed with ${code}`));
  });
  const text = await answer;
  socket.terminate();
  return text.includes('connection_ack') ? [] : [`a socket is not acknowledged: ${text}`];
}

async function cardsPass({ store }: Cluster, session: Session): Promise<string[]> {
  const form = new FormData();
  form.append('sd_uploads[]', new Blob([new Uint8Array(CARD_BYTES)]), 'card.evt');
  const send = () =>
    session.ask('POST', '/api/uploads', { body: form }).then(
      async (response) => `${response.status} ${(await response.text()).slice(0, 200)}`,
      (error: Error) => String(error.cause ?? error), // answered, and closed, before all was sent
    );
  let answer = await send();
  // As a client does: on a busy machine the proxy may believe that no node is ready.
  for (let attempt = 1; !answer.startsWith('2') && attempt < ATTEMPTS; attempt += 1) {
    await wait(2000);
    answer = await send();
  }
  const sizes = [...store.objects.values()].map(({ bytes }) => bytes.length);
  return answer.startsWith('2') && sizes.includes(CARD_BYTES) ? [] : [`a card of 100 MB does not pass: ${answer}`];
}

/** Returns what is wrong behind the proxy: a client is who connects, whatever it claims; sockets and large bodies pass. */
export async function checkProxy(cluster: Cluster, session: Session): Promise<string[]> {
  const faults = [
    ...(await limitsAreOfClients(cluster)),
    ...(await socketsPass(cluster, session)),
    ...(await cardsPass(cluster, session)),
  ];
  return faults.map((fault) => `behind the proxy: ${fault}`);
}
