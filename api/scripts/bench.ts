import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, startEmbedded } from '../src/db/embedded/embedded.ts';
import { prepareDatabase } from '../src/db/migrate.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from '../src/demo/seed.ts';
import { temporaryFolder } from '../src/db/embedded/temporary.ts';
import { loadConfig } from '../src/shared/config.ts';
import { startPortal } from '../src/start.ts';
import { buildWeb } from '../src/web-build.ts';
import { benchAttacks } from './bench/attacks.ts';
import { benchCardImports } from './bench/card-imports.ts';
import { benchCards } from './bench/cards.ts';
import { signIn } from './bench/client.ts';
import { printTable, type Figure } from './bench/figures.ts';
import { benchCompliance } from './bench/compliance.ts';
import { benchConnections } from './bench/connections.ts';
import { benchDates } from './bench/dates.ts';
import { benchFiles } from './bench/files.ts';
import { benchFleet } from './bench/fleet.ts';
import { benchHydration } from './bench/hydration.ts';
import { benchIngestion } from './bench/ingestion.ts';
import { benchLarge } from './bench/large.ts';
import { benchLedger } from './bench/ledger.ts';
import { benchMigration } from './bench/migration.ts';
import { benchPages } from './bench/pages.ts';
import { startProgram, stopProgram, untilReady } from './bench/processes.ts';
import { benchReads } from './bench/reads.ts';
import { benchSeals } from './bench/seals.ts';
import { benchSockets } from './bench/sockets.ts';
import { benchStartup } from './bench/startup.ts';
import { benchTyping } from './bench/typing.ts';
import { benchUsers } from './bench/users.ts';
import { benchWebSize } from './bench/web-size.ts';
import { benchYears } from './bench/years.ts';

const PARTS = [
  'reads',
  'files',
  'attacks',
  'connections',
  'fleet',
  'ingestion',
  'users',
  'ledger',
  'dates',
  'sockets',
  'seals',
  'compliance',
  'pages',
  'typing',
  'hydration',
  'cards',
  'migration',
  'startup',
  'web-size',
] as const;
/** The parts that need the built client. */
const BUILT: Part[] = ['pages', 'typing', 'startup', 'web-size'];
type Part = (typeof PARTS)[number];

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    patients: { type: 'string' },
    cards: { type: 'string' },
    migrated: { type: 'string' },
    large: { type: 'boolean' },
    database: { type: 'string' },
    years: { type: 'string' },
  },
});
if (options.large) {
  await benchLarge(Number(options.patients ?? 1_000_000), options.database);
  process.exit();
}
if (options.years) {
  await benchYears(Number(options.years), Number(options.patients ?? 500));
  process.exit();
}
const chosen = new Set(options.only ? options.only.split(',') : PARTS);
const unknown = [...chosen].filter((part) => !PARTS.includes(part as Part));
if (unknown.length > 0) throw new Error(`--only takes ${PARTS.join(', ')}, not ${unknown.join(', ')}.`);
const patients = Number(options.patients ?? 5000);
const figures: Figure[] = [];

/** Adds the figures of a part, unless another one was chosen. */
async function run(part: Part, measure: () => Promise<Figure[]> | Figure[]): Promise<void> {
  if (!chosen.has(part)) return;
  process.stderr.write(`${part} …\n`);
  figures.push(...(await measure()));
}

if (BUILT.some((part) => chosen.has(part))) await buildWeb();

// Uses its own database with default durability and the portal in its own process, so that it measures what is shipped.
const { dir: dataDir, remove } = await temporaryFolder();
// Interrupted, it ends in order: the programs that it started end with it.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
const config = loadConfig({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: undefined, LOG_LEVEL: 'silent' });
const cluster = await startEmbedded({ dir: join(dataDir, 'postgres'), password: 'bench' });
// One user saves the same file in each round.
const environment = { DATABASE_URL: cluster.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', FILES_PER_HOUR: '10000' };
try {
  const { logins } = await prepareDatabase(cluster.url, config);
  process.stderr.write(`Seeding ${patients} patients …\n`);
  await seedDemo(cluster.url, config, { patients });
  const [portalPort, socketsPort] = [await freePort(), await freePort()];
  const login = DEMO_LOGINS[0]!;
  const portal = startProgram('api/src/main.ts', ['--no-web'], { ...environment, PORT: String(portalPort) });
  const bareSockets = startProgram('api/scripts/bench/bare-sockets.ts', [String(socketsPort)], {});
  try {
    await Promise.all([
      untilReady(`http://127.0.0.1:${portalPort}/readyz`),
      untilReady(`http://127.0.0.1:${socketsPort}/`),
    ]);
    const client = await signIn(`http://127.0.0.1:${portalPort}`, login.email, DEMO_PASSWORD);
    await run('reads', () => benchReads(client, portal, { admin: cluster.url, ...logins }));
    await run('files', () => benchFiles(client, portal, { admin: cluster.url, ...logins }));
    await run('connections', () => benchConnections(environment));
    await run('attacks', async () => {
      const elsewhere = DEMO_LOGINS.find(({ organization }) => organization !== login.organization)!;
      const other = await signIn(`http://127.0.0.1:${portalPort}`, elsewhere.email, DEMO_PASSWORD);
      return benchAttacks(client, other, cluster.url);
    });
    await run('fleet', () => benchFleet(client, config, cluster.url));
    await run('ingestion', () => benchIngestion(client, portal, config, cluster.url));
    await run('users', () => benchUsers(client.origin, login.email, config, cluster.url));
    await run('ledger', () => benchLedger(client, cluster.url));
    await run('dates', () => benchDates(client, { admin: cluster.url, org: logins.org }));
    await run('sockets', () =>
      benchSockets({ pid: portal.pid!, port: portalPort }, socketsPort, config.realtime, cluster.url),
    );
    await run('seals', () => benchSeals(client, portal, cluster.url));
    await run('pages', () => benchPages(client));
    await run('typing', () => benchTyping(client));
    await run('cards', () => benchCardImports(client, cluster.url, config, Number(options.cards ?? 1000)));
    await run('migration', async () => {
      const support = await signIn(`http://127.0.0.1:${portalPort}`, 'support.admin@demo.airlog.test', DEMO_PASSWORD);
      return benchMigration(client, support, portal.pid!, cluster.url, Number(options.migrated ?? 50_000));
    });
  } finally {
    await Promise.all([portal, bareSockets].map(stopProgram));
  }
  await run('hydration', async () => {
    const inProcess = await startPortal({ ...config, databaseUrl: cluster.url, port: 0 });
    try {
      const client = await signIn(`http://127.0.0.1:${inProcess.port}`, login.email, DEMO_PASSWORD);
      return await benchHydration(client, inProcess.app.db);
    } finally {
      await inProcess.stop();
    }
  });
  // Last, because it adds patients.
  await run('compliance', () => benchCompliance(cluster.url, Number(options.patients ?? 100_000)));
} finally {
  await cluster.stop();
  await remove();
}
await run('cards', benchCards);
await run('startup', benchStartup);
await run('web-size', benchWebSize);
const [processor] = cpus();
process.stdout.write(
  `${cpus().length} × ${processor!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, embedded PostgreSQL 18, ${patients} patients; portal, database and load share the machine.\n\n${printTable(figures)}\n`,
);
