import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { gql, guestOf, type BenchClient } from './client.ts';

/** Attackers at once, each repeating its request. */
const AT_ONCE = 4;
const GUESTS_AT_ONCE = 100;
const LISTS_AT_ONCE = 22;
const SOCKETS = 1500;
const FRAMES = 3000;
const EVENT_SOCKETS = 50;
const SUBSCRIPTIONS = 20;
const CHANGE_MS = 500;

/** What one user or address can send to hurt the others. */
interface Attack {
  name: string;
  /** Attacks until `over`; returns what was answered. `notify` sends an event, as a committed change does. */
  run: (attacker: BenchClient, over: () => boolean, notify: (event: object) => Promise<unknown>) => Promise<string>;
}

interface Sent {
  path: string;
  body: string;
  headers?: Record<string, string>;
}

const repeated = (count: number, text: (nth: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, nth) => text(nth)).join(between);
const graphql = (query: string, variables: object = {}): Sent => ({
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

/** Returns the counts of what was answered: `422: 310, 429: 12 within 96 ms`. */
function summary(answers: { answer: string | number; ms: number }[]): string {
  const counts = new Map<string | number, number>();
  for (const { answer } of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const slowest = Math.max(0, ...answers.map(({ ms }) => ms));
  return `answered ${[...counts].map(([answer, count]) => `${answer}: ${count}`).join(', ')} within ${slowest.toFixed(0)} ms`;
}

/** Sends requests over several connections, on each one after another, until `over`. */
async function flood(client: BenchClient, atOnce: number, over: () => boolean, sent: () => Sent): Promise<string> {
  const answers: { answer: number; ms: number }[] = [];
  const repeat = async () => {
    do {
      const { path, body, headers } = sent();
      const started = performance.now();
      const init = { method: 'POST', body, headers: { ...client.headers, ...headers } };
      const answer = await fetch(`${client.origin}${path}`, init);
      await answer.arrayBuffer();
      answers.push({ answer: answer.status, ms: performance.now() - started });
    } while (!over());
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  return summary(answers);
}

const request = (name: string, sent: Sent): Attack => ({
  name,
  run: (attacker, over) => flood(attacker, AT_ONCE, over, () => sent),
});

/** A user without an account, from the same address. */
const signIns: Attack = {
  name: `${GUESTS_AT_ONCE} sign-ins at once with invented accounts`,
  run: async ({ origin }, over) => {
    let account = 0;
    return flood(await guestOf(origin), GUESTS_AT_ONCE, over, () => ({
      path: '/login',
      body: JSON.stringify({ email: `guest${(account += 1)}@nowhere.test`, password: 'guess' }),
    }));
  },
};

interface Socket {
  socket: WebSocket;
  /** Resolves with the answer to the first frame, or the code of a closed socket. */
  opened: Promise<string | number>;
}

/** Opens a GraphQL socket with the attacker's session. `text` gets each frame. */
function open({ origin, headers }: BenchClient, text: (frame: string) => void = () => undefined): Socket {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: headers.cookie! },
  });
  const opened = new Promise<string | number>((done) => {
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    socket.on('message', (data) => {
      done('accepted');
      text(String(data));
    });
    socket.on('unexpected-response', (_request, response) => done(response.statusCode!));
    socket.on('close', (code) => done(code));
    socket.on('error', () => undefined);
  });
  return { socket, opened };
}

const CHANGED =
  'subscription($id: ID!) { deviceHistoryChanged(patientId: $id) { patient { firstName devices { id } } } }';
const subscribe = (id: number, patientId: number) =>
  JSON.stringify({
    id: String(id),
    type: 'subscribe',
    payload: { query: CHANGED, variables: { id: String(patientId) } },
  });

/** Thousands of frames on one socket, again on a new one when it is closed. */
const frames: Attack = {
  name: `${FRAMES} subscriptions on one socket`,
  run: async (attacker, over) => {
    const answers: { answer: string | number; ms: number }[] = [];
    do {
      const started = performance.now();
      const { socket, opened } = open(attacker);
      const answer = await opened;
      const closed = new Promise<string | number>((done) => {
        socket.on('close', (code) => done(`closed ${code}`));
        setTimeout(() => done('stays open'), 1500);
      });
      if (answer === 'accepted') for (let id = 0; id < FRAMES; id += 1) socket.send(subscribe(id, 1));
      answers.push({ answer: answer === 'accepted' ? await closed : answer, ms: performance.now() - started });
      socket.terminate();
    } while (!over());
    return summary(answers);
  },
};

/** More sockets than a user may have. */
const sockets: Attack = {
  name: `${SOCKETS} sockets`,
  run: async (attacker, over) => {
    const started = performance.now();
    const all: Socket[] = [];
    const answers: { answer: string | number; ms: number }[] = [];
    while (all.length < SOCKETS && !over()) {
      const batch = Array.from({ length: 25 }, () => open(attacker));
      all.push(...batch);
      for (const { opened } of batch) answers.push({ answer: await opened, ms: performance.now() - started });
    }
    for (const { socket } of all) socket.terminate();
    return summary(answers);
  },
};

const DEVICES = '{ patients(first: 50) { edges { node { databaseId devices { databaseId } } } } }';
interface Devices {
  patients: { edges: { node: { databaseId: number; devices: { databaseId: number }[] } }[] };
}

/** Each change of a patient is an event for every subscription. */
const events: Attack = {
  name: `changes of a patient, ${EVENT_SOCKETS} sockets × ${SUBSCRIPTIONS} subscriptions`,
  run: async (attacker, over, notify) => {
    const { patients } = await gql<Devices>(attacker, DEVICES);
    const { databaseId, devices } = patients.edges.find(({ node }) => node.devices.length > 0)!.node;
    let received = 0;
    const all = Array.from({ length: EVENT_SOCKETS }, () =>
      open(attacker, (frame) => (received += Number(frame.includes('"next"')))),
    );
    for (const { socket, opened } of all) {
      if ((await opened) !== 'accepted') continue;
      for (let id = 0; id < SUBSCRIPTIONS; id += 1) socket.send(subscribe(id, databaseId));
    }
    while (!over()) {
      await notify({
        topic: 'device-history.changed',
        data: { patientId: databaseId, historyId: devices[0]!.databaseId },
      });
      await wait(CHANGE_MS);
    }
    for (const { socket } of all) socket.terminate();
    return `${received} events`;
  },
};

const filtered = (list: 'patients' | 'devices', times: number, filter: object) =>
  graphql(
    `query($where: ${list === 'patients' ? 'Patients' : 'Devices'}Where) { ${list}(first: 1, where: $where) { edges { node { id } } } }`,
    {
      where: { and: Array(times).fill(filter) },
    },
  );
const ATTENTION = filtered('patients', 2500, { attention: { equal: 'SILENT' } });
const CONNECTIONS = filtered('devices', 100, { lastConnection: { lessThan: '2026-01-01' } });
const WORDS = graphql(
  `query($s: String) { ${repeated(15, (nth) => `a${nth}: patients(first: 1, search: $s) { totalCount edges { node { id } } }`)} }`,
  { s: repeated(120, (nth) => String.fromCharCode(97 + (nth % 26))) },
);

/** One user who sends the lists above over many connections, in turn. */
const lists: Attack = {
  name: `${LISTS_AT_ONCE} lists at once, with these filters and words`,
  run: (attacker, over) => {
    let sent = 0;
    return flood(attacker, LISTS_AT_ONCE, over, () => [ATTENTION, CONNECTIONS, WORDS][(sent += 1) % 3]!);
  },
};

const ICODES =
  'mutation($input: CreateICodeReportsInput!) { createICodeReports(input: $input) { userErrors { field } } }';

export const ATTACKS: Attack[] = [
  request('20,000 codes over REST', {
    path: '/api/icode-reports',
    body: JSON.stringify({ serial: 'A00000000001', codes: Array(20_000).fill({}) }),
  }),
  request('1,800 fields to validate × 4,000 codes', {
    path: '/api/icode-reports',
    body: JSON.stringify({ serial: 'A00000000001', codes: Array(4000).fill({}) }),
    headers: { precognition: 'true', 'precognition-validate-only': repeated(1800, (nth) => `c.${nth}`, ',') },
  }),
  request(
    '4,000 codes over GraphQL',
    graphql(ICODES, { input: { serial: 'A00000000001', codes: Array(4000).fill({ collected: '', icode: '' }) } }),
  ),
  request('10,000 brackets at sign-in', {
    path: '/login',
    body: '['.repeat(10_000) + ']'.repeat(10_000),
  }),
  request('2,500 filters', ATTENTION),
  request('100 filters by the last connection', CONNECTIONS),
  request('15 aliases × 120 words', WORDS),
  lists,
  request(
    '2^14 fields in fragments',
    graphql(`
      {
        viewer {
          ...f0
        }
      }
      ${repeated(14, (nth) => `fragment f${nth} on Viewer { ...f${nth + 1} ... on Viewer { ...f${nth + 1} } }`)}
      fragment f14 on Viewer {
        locale
      }
    `),
  ),
  signIns,
  frames,
  sockets,
  events,
];
