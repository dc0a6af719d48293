import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planFeature } from './new-feature/plan.ts';
import { writePlan } from './new-feature/write.ts';

// npm run new -- <feature>: writes a whole feature, a list and a form, and registers it. The texts: new-feature/templates.

const ROOT = join(import.meta.dirname, '../..');
/** The files that `npm run schema` and `npm run docs` print. */
const PRINTED = [
  'api/src/db/functions/VERSION',
  'api/src/db/migrations/SHA256SUMS',
  ...['access', 'channel', 'entity', 'jobs', 'list', 'resolver', 'routes'].map((part) => `api/src/folders/${part}.ts`),
  'schema.graphql',
  'schema.sql',
  'docs/where-do-i.md',
];
const say = (line: string) => process.stdout.write(`${line}\n`);
const linesOf = (paths: string[]) =>
  paths.reduce((sum, path) => sum + readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1, 0);

/** Runs a command in silence; throws with its output when it fails. */
function run(command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}\n${command} ${args.slice(0, 3).join(' ')} failed.`);
}

try {
  const plan = planFeature(ROOT, process.argv[2] ?? '');
  const [created, changed] = [[...plan.created.keys()], [...plan.changed.keys()]];
  const before = linesOf(changed);
  // Ctrl-C ends the running command, which then counts as failed.
  process.on('SIGINT', () => undefined);
  writePlan(ROOT, plan, PRINTED, () => {
    run('npx', 'prettier', '--write', '--log-level', 'warn', '--ignore-unknown', ...created, ...changed);
    run('npm', 'run', '--silent', 'schema');
    run('npm', 'run', '--silent', 'docs');
    run('npm', 'run', '--silent', 'codegen');
  });
  for (const path of created) say(`new      ${path}`);
  for (const path of [...changed, ...PRINTED]) say(`changed  ${path}`);
  say(
    `\n${created.length} new files with ${linesOf(created)} lines; ${linesOf(changed) - before} lines in ${changed.length} files.`,
  );
  say('Next: translate the name in web/src/locales/es, choose the permission (view.user), and run npm run check.');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
