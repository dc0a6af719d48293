import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { freePort, startEmbedded } from '../src/db/embedded.ts';
import { prepareDatabase } from '../src/db/migrate.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from '../src/db/seed.ts';
import { temporaryFolder } from '../src/db/temporary.ts';
import { loadConfig } from '../src/shared/config.ts';
import { startPortal } from '../src/start.ts';
import { signIn } from './bench/client.ts';
import { printTable, type Figure } from './bench/figures.ts';
import { benchFleet } from './bench/fleet.ts';
import { benchHydration } from './bench/hydration.ts';
import { benchLedger } from './bench/ledger.ts';
import { startProgram, stopProgram, untilReady } from './bench/processes.ts';
import { benchReads } from './bench/reads.ts';
import { benchSockets } from './bench/sockets.ts';
import { benchStartup } from './bench/startup.ts';
import { benchWebSize } from './bench/web-size.ts';

const PATIENTS = 5000;
const say = (line: string) => process.stderr.write(`${line}\n`);

// Uses its own database with default durability and the portal in its own process, so that it measures what is shipped.
const { dir: dataDir, remove } = await temporaryFolder();
// Interrupted, it ends in order: the programs that it started end with it.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
const config = loadConfig({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: undefined, LOG_LEVEL: 'silent' });
const cluster = await startEmbedded({ dir: join(dataDir, 'postgres'), password: 'bench' });
const environment = { DATABASE_URL: cluster.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
const figures: Figure[] = [];
try {
  const { runtimeUrl } = await prepareDatabase(cluster.url, config.sessionSecret);
  say(`Seeding ${PATIENTS} patients …`);
  await seedDemo(cluster.url, config, { patients: PATIENTS });
  const [portalPort, barePort, socketsPort] = [await freePort(), await freePort(), await freePort()];
  const login = DEMO_LOGINS[0]!;
  const portal = startProgram('api/src/main.ts', ['--no-web'], { ...environment, PORT: String(portalPort) });
  const bare = startProgram('api/scripts/bench/bare-server.ts', [runtimeUrl, String(barePort), '1', '1'], {});
  const bareSockets = startProgram('api/scripts/bench/bare-sockets.ts', [String(socketsPort)], {});
  try {
    await Promise.all([
      untilReady(`http://127.0.0.1:${portalPort}/readyz`),
      untilReady(`http://127.0.0.1:${barePort}/`),
      untilReady(`http://127.0.0.1:${socketsPort}/`),
    ]);
    const client = await signIn(`http://127.0.0.1:${portalPort}`, login.email, DEMO_PASSWORD);
    say('Reads …');
    figures.push(...(await benchReads(client, `http://127.0.0.1:${barePort}`)));
    say('Fleet …');
    figures.push(...(await benchFleet(client, config, cluster.url)));
    say('Ledger …');
    figures.push(...(await benchLedger(client, cluster.url)));
    say('Sockets …');
    figures.push(...(await benchSockets(portalPort, socketsPort, config.realtime, cluster.url)));
  } finally {
    await Promise.all([portal, bare, bareSockets].map(stopProgram));
  }
  const inProcess = await startPortal({ ...config, databaseUrl: cluster.url, port: 0 });
  try {
    figures.push(
      ...(await benchHydration(
        await signIn(`http://127.0.0.1:${inProcess.port}`, login.email, DEMO_PASSWORD),
        inProcess.app.db,
      )),
    );
  } finally {
    await inProcess.stop();
  }
} finally {
  await cluster.stop();
  await remove();
}
say('Start-up …');
figures.push(...(await benchStartup()), ...benchWebSize());
const [processor] = cpus();
process.stdout.write(
  `${cpus().length} × ${processor!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, embedded PostgreSQL 18, ${PATIENTS} patients; portal, database and load share the machine.\n\n${printTable(figures)}\n`,
);
