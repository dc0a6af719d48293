import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { checkProxy } from './cluster/behind-proxy.ts';
import { startCluster, type Cluster } from './cluster/cluster.ts';
import { EVENTS, type ChaosEvent } from './cluster/events.ts';
import { Load } from './cluster/load.ts';
import { Session } from './cluster/session.ts';
import { OpenPages } from './cluster/sockets.ts';

// npm run test:cluster [-- TEXT]
// Uses a portal of two nodes while they, their database and their network fail, and prints what its clients saw.
// TEXT: only the events whose name contains it. Exit code 1: an acknowledged write or a mail was lost or doubled, or a
// client saw what it must not. Needs what `npm run cluster` needs.

const say = (line: string) => void process.stdout.write(`  ${line}\n`);
const QUIET_MS = 5000;
const HEAD = [
  'event',
  'writes',
  'lost',
  'doubled',
  'errors',
  'of',
  'recovered in s',
  'pages without events in s',
  'p50/p99 before',
  'during',
  'after',
  'besides',
];

async function watched(
  cluster: Cluster,
  session: Session,
  event: ChaosEvent,
): Promise<{ row: string; faults: string[] }> {
  const load = new Load(session);
  const pages = new OpenPages(cluster, session);
  await wait(QUIET_MS);
  await pages.silence();
  const [start, before] = [performance.now(), load.seen(0)];
  const outcome = await event.happen(cluster, session);
  await wait(1000);
  const end = performance.now();
  const recovered = load.recovery(start);
  const during = load.seen(start, end);
  await wait(QUIET_MS);
  const after = load.seen(end);
  await load.stop();
  const silence = await pages.silence();
  const { acknowledged, lost, doubled } = await load.compare(cluster.servers[0]);
  await event.mend?.(cluster);
  const mended = await pages.silence();
  await pages.close();
  const errors = during.errors + after.errors;
  const faults = [
    ...(outcome?.faults ?? []),
    ...silence.faults,
    ...mended.faults,
    ...(lost > 0 ? [`${lost} acknowledged writes were lost`] : []),
    ...(doubled > 0 ? [`${doubled} writes were doubled`] : []),
    ...(event.silent && errors > 0 ? [`${errors} requests failed`] : []),
    ...(after.errors > 0 ? [`${after.errors} requests failed after the event`] : []),
    ...[...new Set(load.unexpected)].map((what) => `unexpected: ${what}`),
  ];
  const times = [before, during, after].map(({ p50, p99 }) => `${p50}/${p99}`);
  const cells = [
    event.name,
    acknowledged,
    lost,
    doubled,
    errors,
    during.answers + after.answers,
    recovered.toFixed(1),
    silence.seconds.toFixed(1),
    ...times,
    outcome?.note ?? '',
  ];
  return { row: `| ${cells.join(' | ')} |`, faults: faults.map((fault) => `${event.name}: ${fault}`) };
}

async function main(): Promise<void> {
  const wanted = EVENTS.filter(({ name }) => name.includes(process.argv[2] ?? ''));
  const cluster = await startCluster(say);
  const interrupted = () => void cluster.stop().finally(() => process.exit(130));
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  try {
    const session = await Session.make(cluster);
    const faults = await checkProxy(cluster, session);
    const rows = [`| ${HEAD.join(' | ')} |`, `|${' --- |'.repeat(HEAD.length)}`];
    for (const event of wanted) {
      say(`${event.name} …`);
      const why = await event.prepare?.(cluster);
      if (why) {
        say(`not here: ${why}`);
        continue;
      }
      const { row, faults: found } = await watched(cluster, session, event);
      say(row); // a later event may not end
      rows.push(row);
      faults.push(...found);
    }
    process.stdout.write(`\n${rows.join('\n')}\n\n`);
    for (const fault of faults) say(fault);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await cluster.stop();
  }
}

main().then(
  () => process.exit(),
  (error: Error) => {
    process.stderr.write(`\n  ${inspect(error)}\n`); // with its cause
    process.exit(1);
  },
);
