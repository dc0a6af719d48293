import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { mailsTaken, queueMailsTo } from './mails.ts';

/** What happens to a portal that is in use. */
export interface ChaosEvent {
  name: string;
  /** Makes it happen, and returns when it is over; what was lost or doubled besides writes. */
  happen(cluster: Cluster): Promise<string | void>;
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
    async happen({ servers, nodes }) {
      await servers[0].kill();
      servers.reverse();
      await servers[0].promote();
      for (const node of nodes) await node.ready();
    },
    async mend({ servers }) {
      await servers[1].follow(servers[0]);
      await servers[1].start();
      await servers[0].replicateSynchronously();
    },
  },
  {
    name: `a node is killed while ${MAILS} mails are sent`,
    async happen(cluster) {
      await queueMailsTo(cluster, MAILS);
      while (cluster.mail.taken.length < MAILS / 5) await wait(10);
      await cluster.nodes[1]!.stop('SIGKILL');
      const { missing, doubled, seconds } = await mailsTaken(cluster);
      if (missing > 0 || doubled > 0) return `${missing} mails were not sent, ${doubled} were sent twice`;
      process.stdout.write(`  all mails were sent within ${seconds.toFixed(0)} s, each once\n`);
    },
    mend: ({ nodes }) => nodes[1]!.start(),
  },
];
