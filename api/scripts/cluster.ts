import { startCells } from './cluster/cells.ts';
import { startCluster, type Cluster } from './cluster/cluster.ts';

// npm run cluster [-- --cells]
// Starts a portal of two nodes on this machine, for a try: PostgreSQL with a standby, HAProxy, a store and a mail catcher.
// --cells: two such portals, whose names lead to them through one more HAProxy.
// Needs postgresql, haproxy and openssl of the system, and the built client (npm run build:web). Ctrl-C ends everything.

const say = (line: string) => void process.stdout.write(`  ${line}\n`);

async function start(): Promise<{ cells: Cluster[]; stop(): Promise<void> }> {
  if (process.argv.includes('--cells')) return startCells(say);
  const cluster = await startCluster(say);
  return { cells: [cluster], stop: cluster.stop };
}

function describe(cluster: Cluster): void {
  say(`The portal: ${cluster.origin}`);
  for (const { name, port, env } of cluster.nodes)
    say(`${name}: http://127.0.0.1:${port}, DATABASE_URL=${env.DATABASE_URL}`);
  for (const { name, url } of cluster.servers) say(`${name}: psql "${url.replace('no-verify', 'require')}"`);
  say(`Make the first user:`);
  const names = ['NODE_ENV', 'ALLOW_PLAINTEXT', 'PUBLIC_URL', 'SMTP_URL', 'SESSION_SECRET', 'ENCRYPTION_KEY'];
  const set = names.map((name) => `${name}=${cluster.env[name]}`).join(' ');
  say(`DATABASE_URL="${cluster.nodes[0]!.env.DATABASE_URL}" ${set} npm run first-user -- --email you@example.org`);
}

async function main(): Promise<void> {
  let stop = (): void => process.exit(1); // what has been started ends with this process
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop());
  const started = await start();
  stop = () => {
    stop = () => undefined;
    started.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  started.cells.forEach(describe);
}

main().catch((error: Error) => {
  process.stderr.write(`\n  ${error.message}\n`);
  process.exitCode = 1;
});
