import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { CardLoad } from './cards.ts';
import { besideAnother } from './cells.ts';
import { mailsTaken, queueMailsTo } from './mails.ts';
import type { Session } from './session.ts';

/** What was seen besides the requests of the load. */
interface Outcome {
  note: string;
  faults: string[];
}

/** What happens to a portal that is in use. */
export interface ChaosEvent {
  name: string;
  /** Prepares the cluster before clients use it. Returns why the event is not possible on this machine. */
  prepare?(cluster: Cluster): Promise<string | undefined>;
  /** Makes it happen, and returns when it is over. */
  happen(cluster: Cluster, session: Session): Promise<Outcome | void>;
  /** Brings everything back that is not yet, without users noticing. */
  mend?(cluster: Cluster): Promise<void>;
  /** Whether clients may see errors at all. */
  silent?: boolean;
}

const MAILS = 150;
const FAULT_MS = 6000;

async function networkOfOne(cluster: Cluster, state: 'slow' | 'cut' | 'silent'): Promise<void> {
  cluster.nodes[0]!.network(state);
  await wait(FAULT_MS);
  cluster.nodes[0]!.network('up');
  await cluster.nodes[0]!.ready();
}

async function failOver({ servers, nodes }: Cluster): Promise<void> {
  await servers[0].kill();
  servers.reverse();
  await servers[0].promote();
  for (const node of nodes) await node.ready();
}

async function followAgain({ servers }: Cluster): Promise<void> {
  await servers[1].follow(servers[0]);
  await servers[1].start();
  await servers[0].replicateSynchronously();
}

/** Moves the primary to a small disk of its own: that of its standby, which then takes over. */
async function primaryOnSmallDisk(cluster: Cluster): Promise<string | undefined> {
  await cluster.servers[1].kill();
  const why = await cluster.servers[1].moveToDisk();
  await followAgain(cluster);
  if (why) return why;
  await failOver(cluster);
  await followAgain(cluster);
  return undefined;
}

/** What the load balancer sees of each node. */
const readiness = ({ nodes }: Cluster): Promise<number[]> =>
  Promise.all(nodes.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status));

/** Fills the disk of the primary, and starts it again when it ended, as a service manager does once there is space. */
async function primaryIsFull(cluster: Cluster): Promise<Outcome> {
  const [{ disk }] = cluster.servers;
  disk!.fill();
  await wait(FAULT_MS);
  const [ready, isUp] = [await readiness(cluster), cluster.servers[0].runs];
  disk!.free();
  if (!isUp) await cluster.servers[0].start();
  for (const node of cluster.nodes) await node.ready();
  const note = `PostgreSQL ${isUp ? 'went on' : 'ended, and was started'}; readyz ${ready.join(' and ')} while full`;
  return { note, faults: ready.includes(200) ? ['a node is ready for writes with a full disk'] : [] };
}

/** Sends cards while the store fails. Both nodes must stay ready, and each acknowledged card must be stored. */
async function storeFails(
  cluster: Cluster,
  session: Session,
  { fail, mend }: { fail: () => void; mend: () => void },
): Promise<Outcome> {
  const cards = new CardLoad(session);
  await wait(FAULT_MS / 2);
  const before = cards.acknowledged;
  fail();
  await wait(FAULT_MS);
  const ready = await readiness(cluster);
  mend();
  const during = cards.acknowledged;
  await wait(FAULT_MS);
  await cards.stop();
  const wrong = await cards.faults(cluster);
  const stored = wrong.length === 0 ? ', each stored once' : '';
  const note = `${cards.acknowledged} cards acknowledged${stored}; refused: ${cards.refusals || 'none'}`;
  const faults = [
    ...(before === 0 || cards.acknowledged === during ? ['no card was taken before or after'] : []),
    ...(cards.refusals ? [] : ['no card was refused']),
    ...(ready.every((status) => status === 200) ? [] : ['a node is not ready without the store']),
    ...wrong,
  ];
  return { note, faults };
}

export const EVENTS: ChaosEvent[] = [
  {
    name: 'a node is killed',
    happen: ({ nodes }) => nodes[0]!.stop('SIGKILL'),
    mend: ({ nodes }) => nodes[0]!.start(),
  },
  {
    name: 'rolling restart',
    silent: true,
    async happen({ nodes }) {
      for (const node of nodes) {
        await node.stop('SIGTERM');
        await node.start();
        await wait(2000); // the proxy sees that it is back
      }
    },
  },
  { name: 'a slow network to the database, one node', happen: (cluster) => networkOfOne(cluster, 'slow') },
  { name: 'no network to the database, one node', happen: (cluster) => networkOfOne(cluster, 'cut') },
  { name: 'a silent network to the database, one node', happen: (cluster) => networkOfOne(cluster, 'silent') },
  {
    name: 'the primary crashes, its standby is promoted',
    happen: failOver,
    mend: followAgain,
  },
  {
    name: `a node is killed while ${MAILS} mails are sent`,
    async happen(cluster) {
      await queueMailsTo(cluster, MAILS);
      while (cluster.mail.taken.length < MAILS / 5) await wait(10);
      const killedAt = cluster.mail.taken.length;
      await cluster.nodes[1]!.stop('SIGKILL');
      const { missing, doubled, repeated, seconds } = await mailsTaken(cluster, MAILS, killedAt);
      return {
        note: `all mails within ${seconds.toFixed(0)} s, ${repeated} of them repeated with the same Message-ID (ADR 056)`,
        faults: missing > 0 || doubled > 0 ? [`${missing} mails were not sent, ${doubled} were sent twice`] : [],
      };
    },
    mend: ({ nodes }) => nodes[1]!.start(),
  },
  {
    name: 'the store of files is full',
    silent: true,
    happen: (cluster, session) =>
      storeFails(cluster, session, {
        fail: () => void (cluster.store.faults = Array<'full'>(10_000).fill('full')),
        mend: () => void (cluster.store.faults = []),
      }),
  },
  {
    name: 'the store of files is stopped',
    silent: true,
    happen: (cluster, session) =>
      storeFails(cluster, session, {
        fail: () => cluster.storeLink.set('cut'),
        mend: () => cluster.storeLink.set('up'),
      }),
  },
  {
    name: 'a second portal (cell) comes and goes',
    silent: true,
    async happen(cluster, session) {
      const faults = await besideAnother(cluster, session);
      return { note: faults.length === 0 ? 'each name and each session lead to their own portal' : '', faults };
    },
  },
  // Last: the primary stays on its small disk.
  { name: 'the disk of the database is full', prepare: primaryOnSmallDisk, happen: primaryIsFull },
];
