import { createServer } from 'node:net';
import { firstRunOf } from './account/first-run.ts';
import { DEMO_APP_USER, DEMO_SMS_USER } from './demo/second-factors.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, isEmpty, seedDemo, TOUR } from './demo/seed.ts';
import { lockDataDir } from './instance-lock.ts';
import { ConfigError, loadConfig, type Config } from './shared/config.ts';
import { startError } from './start-errors.ts';
import { startPortal, type Portal } from './start.ts';
import { release } from './version.ts';
import { buildWeb, isWebStale } from './web-build.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const FIRST_USER =
  'No user exists yet. Make the first one: npm run first-user -- --email you@example.org (docs/operations.md)';

/** Fails at once when the port is in use, before a database is started in vain. */
function assertPortFree(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(port, () => probe.close(() => done()));
  });
}

async function build(config: Config): Promise<void> {
  if (config.production || process.argv.includes('--no-web') || !isWebStale()) return;
  const started = performance.now();
  say('  Building the web client …');
  await buildWeb();
  say(`  Web client built in ${seconds(started)}`);
}

/** What precedes the first request: the demo data, and the client. A page opened while its files are replaced stays empty. */
function prepare(config: Config, started: number, built: Promise<void>) {
  return async (adminUrl: string, applied: number) => {
    say(
      `  Database ready: ${config.databaseUrl ? 'DATABASE_URL' : 'embedded PostgreSQL 18'}, ${applied} migrations applied, ${seconds(started)}`,
    );
    if (config.demo && (await isEmpty(adminUrl))) {
      say('  First run: writing the demo data …');
      const seeding = performance.now();
      await seedDemo(adminUrl, config);
      say(`  Demo data written in ${seconds(seeding)}`);
    }
    await built;
  };
}

async function announce(config: Config, portal: Portal, started: number): Promise<void> {
  say(`\n  ${config.portalName} runs on ${config.publicUrl}  (${seconds(started)})\n`);
  if (await firstRunOf(portal.app.db)()) say(`  ${FIRST_USER}\n`);
  if (!config.demo) return;
  say(`  Sign in with the password ${DEMO_PASSWORD}:`);
  for (const { role, email, organization } of DEMO_LOGINS)
    say(`    ${email.padEnd(38)} ${role.padEnd(28)} ${organization}`);
  say(
    `  With a second factor: ${DEMO_APP_USER} (code: npm run simulate -- totp), ${DEMO_SMS_USER} (code: ${config.publicUrl}/dev/outbox/sms)`,
  );
  say(
    `\n  Tour: ${config.publicUrl}/patients/${TOUR.newPatientId} has no device; ${TOUR.freeSerial} (PIN ${TOUR.freePin}) is free.`,
  );
  say(`  GraphiQL: ${config.publicUrl}/graphiql   Stop: Ctrl-C\n`);
  portal.app.log.debug({ port: portal.port }, 'listening');
}

/** Stops only once: Ctrl-C arrives from the terminal and again through npm. A later second request exits at once. */
function stopOnSignals(stop: (signal: NodeJS.Signals) => Promise<void>) {
  let since: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (since !== undefined && performance.now() - since > 1500) process.exit(1);
      if (since !== undefined) return;
      since = performance.now();
      say('\n  Stopping …');
      stop(signal).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

async function main(): Promise<void> {
  const started = 0; // performance.now() counts from the start of the process
  const config = loadConfig();
  let unlock: () => void = () => undefined;
  let portal: Promise<Portal> | undefined;
  const stop = async (signal?: NodeJS.Signals) => {
    await portal?.then(
      // A service manager sends SIGTERM to a node that has users; Ctrl-C is a developer's.
      (running) => running.stop(signal === 'SIGTERM' ? config.drainSeconds * 1000 : 0),
      () => undefined,
    ); // a portal that failed to start has already stopped
    unlock();
  };
  try {
    await assertPortFree(config.port);
    if (!config.databaseUrl) unlock = lockDataDir(config.dataDir);
    say(
      `\n  ${config.portalName} is starting: version ${release.version}${release.commit ? `, commit ${release.commit}` : ''}`,
    );
    const built = build(config);
    portal = startPortal(config, prepare(config, started, built));
    stopOnSignals(stop);
    await Promise.all([portal, built]);
    await announce(config, await portal, started);
  } catch (error) {
    await stop();
    throw Object.assign(new Error(startError(error, config.port)), { cause: error });
  }
}

main().catch((error: Error) => {
  process.stderr.write(`\n  ${error instanceof ConfigError ? `Configuration: ${error.message}` : error.message}\n`);
  process.exit(1);
});
