import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_LOGINS, DEMO_PASSWORD } from '../src/demo/seed.ts';
import { Machine } from './backup/machine.ts';
import { issueReport, sendCards, verifyReport } from './backup/portal.ts';
import { signIn } from './bench/client.ts';
import { findPostgres } from './cluster/programs.ts';

// npm run test:backup
// Backs up a portal that is in use, restores it into an empty machine, and compares both: rows, files, the audit chain and
// an issued compliance report. Tries what a restore must refuse. Both owners are no superusers. Takes the newest PostgreSQL
// of this machine, or that of POSTGRES_BIN. Exit code 1: something is not as it must be.

const PATIENCE_MS = 60_000;
const secret = () => randomBytes(32).toString('hex');
const say = (line: string) => void process.stdout.write(`${line}\n`);
let faults = 0;
function check(what: string, isRight: boolean, besides = ''): void {
  say(`${isRight ? 'ok  ' : 'BAD '} ${what}${isRight ? '' : `\n${besides}`}`);
  if (!isRight) faults += 1;
}

/** Tables that no one writes to while the backup is made. */
const QUIET = ['patients', 'device_history', 'usage_nights', 'compliance_reports', 'patient_notes', 'announcements'];
const countsOf = async (machine: Machine) =>
  (
    await machine.query<{ counts: string }>(
      `select concat_ws(' ', ${QUIET.map((table) => `(select count(*) from ${table})`).join()}) as counts`,
      'airlog',
    )
  )[0]!.counts;

/** Returns the uploads of a machine whose files are kept, and how many of these files are as the database says. */
async function cardsOf(machine: Machine): Promise<{ named: number; right: number }> {
  const rows = await machine.query<{ path: string; sha256: string }>(
    `select u.storage_key || '/' || f.place as path, encode(f.sha256, 'hex') as sha256 from uploads u join upload_files f on f.upload_id = u.id
      where u.files_removed_at is null`,
    'airlog',
  );
  const right = rows.filter(({ path, sha256 }) => {
    const file = join(machine.env.DATA_DIR!, 'uploads', path);
    return existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;
  });
  return { named: rows.length, right: right.length };
}

/** Waits until the node has noted a head of the audit logs. */
async function untilSealed({ env }: Machine): Promise<void> {
  for (const from = performance.now(); !existsSync(join(env.DATA_DIR!, 'audit-head')); await wait(100))
    if (performance.now() - from > PATIENCE_MS) throw new Error('The audit logs were not sealed.');
}

/** Tries restores that must be refused, each with a part of the line that must say why, and change nothing. */
async function refusals(machine: Machine, backup: string, dir: string): Promise<void> {
  const changed = (name: string, change: (folder: string) => void) => {
    const folder = join(dir, name);
    cpSync(backup, folder, { recursive: true });
    change(folder);
    return folder;
  };
  const oneFile = readFileSync(join(backup, 'files.sha256'), 'utf8').split('\n')[0]!.slice(66);
  const cases: [what: string, from: string, env: Record<string, string>, words: string][] = [
    ['with another ENCRYPTION_KEY', backup, { ENCRYPTION_KEY: secret() }, 'ENCRYPTION_KEY does not contain'],
    ['with another SESSION_SECRET', backup, { SESSION_SECRET: secret() }, 'SESSION_SECRET does not contain'],
    ['without pg_restore', backup, { POSTGRES_BIN: dir }, 'pg_restore is not in'],
    ['of a folder without a manifest', dir, {}, 'has no manifest.json'],
    [
      'of a dump that was changed',
      changed('dump', (folder) => appendFileSync(join(folder, 'database.dump'), 'x')),
      {},
      'database.dump is not as it was written',
    ],
    [
      'of a card that was changed',
      changed('card', (folder) => writeFileSync(join(folder, oneFile), 'x')),
      {},
      `${oneFile} is not as it was written`,
    ],
    ['of a card that is missing', changed('gone', (folder) => rmSync(join(folder, oneFile))), {}, `file ${oneFile}`],
  ];
  for (const [what, from, env, words] of cases) {
    const { code, text } = await machine.command('restore', ['--from', from], env);
    check(`a restore ${what} is refused`, code === 2 && text.includes(words), text);
  }
  const left = await machine.query<{ count: number }>(
    "select count(*)::int from pg_class where relnamespace = 'public'::regnamespace",
    'airlog',
  );
  check(
    'a refused restore changes nothing',
    left[0]!.count === 0 && !existsSync(join(machine.env.DATA_DIR!, 'uploads')),
  );
}

async function main(): Promise<void> {
  const bin = findPostgres();
  const dir = mkdtempSync(join(tmpdir(), 'airlog-backup-test-'));
  chmodSync(dir, 0o755);
  const secrets = { SESSION_SECRET: secret(), ENCRYPTION_KEY: secret() };
  const machines: Machine[] = [];
  const machine = async (name: string) => {
    machines.push(await Machine.make(join(dir, name), bin, secrets));
    return machines.at(-1)!;
  };
  try {
    say('A portal with demo data …');
    const first = await machine('first');
    await first.seed();
    const node = await first.node();
    const staff = await signIn(node.origin, DEMO_LOGINS[0]!.email, DEMO_PASSWORD);
    await sendCards(staff, 3);
    const issued = await issueReport(staff);
    await untilSealed(first);
    const backup = join(dir, 'backup');
    const [made] = await Promise.all([first.command('backup', ['--to', backup]), sendCards(staff, 20)]);
    check('a backup of a portal that is in use is made by an owner who is no superuser', made.code === 0, made.text);
    say(made.text.trim());
    const again = await first.command('backup', ['--to', backup]);
    check(
      'a folder with a backup is not overwritten',
      again.code === 2 && again.text.includes('is not empty'),
      again.text,
    );
    const texts = ['manifest.json', 'roles.sql'].map((name) => readFileSync(join(backup, name), 'utf8')).join('');
    check(
      'neither secret is in it',
      Object.values(secrets).every((one) => !texts.includes(one)),
    );
    await node.end('SIGTERM');

    say('An empty machine …');
    const second = await machine('second');
    await refusals(second, backup, dir);
    const restored = await second.command('restore', ['--from', backup]);
    check('it is restored, and nothing differs', restored.code === 0, restored.text);
    say(restored.text.trim());
    const twice = await second.command('restore', ['--from', backup]);
    check(
      'a second restore is refused',
      twice.code === 2 && twice.text.includes('The database is not empty'),
      twice.text,
    );
    check('the tables have the same rows', (await countsOf(first)) === (await countsOf(second)));
    const cards = await cardsOf(second);
    check(
      `each of ${cards.named} cards has the digest of the database`,
      cards.named >= 3 && cards.right === cards.named,
    );
    for (const [name, words] of [
      ['migrate', 'up to date'],
      ['audit', ' 0 findings'],
      ['compliance', ' 0 differences'],
      ['derived', '0 differences'],
    ] as const) {
      const { code, text } = await second.command(name, name === 'migrate' ? [] : ['--verify']);
      check(`npm run ${name} finds nothing wrong`, code === 0 && text.includes(words), text);
    }
    const head = readFileSync(join(second.env.DATA_DIR!, 'audit-head'), 'utf8').trim();
    const noted = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as { auditHead: string };
    check('the head of the audit logs is noted', head === noted.auditHead);

    const other = await second.node();
    const guest = await signIn(other.origin, DEMO_LOGINS[0]!.email, DEMO_PASSWORD);
    const found = await verifyReport(guest, issued.code, dir);
    check('the compliance report is byte by byte the same', found.text === issued.text);
    check('the verifier of payers accepts it', found.verdict.code === 0, found.verdict.text);
    await sendCards(guest, 1);
    const moved = () => readFileSync(join(second.env.DATA_DIR!, 'audit-head'), 'utf8').trim() !== head;
    for (const from = performance.now(); !moved() && performance.now() - from < PATIENCE_MS;) await wait(100);
    const verified = await second.command('audit', ['--verify']);
    check('the chain of the audit logs goes on', moved() && verified.code === 0, verified.text);
    const held = await second.command('files');
    check('cards that the database does not know are kept', held.code === 0, held.text);
    say(held.text.trim().split('\n').at(-1)!);
    await other.end('SIGTERM');
  } finally {
    for (const one of machines) await one.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  say(faults === 0 ? 'Everything is as it must be.' : `${faults} are not as they must be.`);
  if (faults > 0) process.exitCode = 1;
}

main().then(
  () => process.exit(), // kills what an error left running
  (error: Error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(2);
  },
);
