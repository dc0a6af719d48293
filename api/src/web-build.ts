import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const STAMP = join(ROOT, 'dist/web/.built-from');
const SOURCES = [
  'web/src/**/*.{ts,tsx,json,css}',
  'web/*.{ts,html}',
  'web/public/**/*',
  'api/src/**/*.rules.ts',
  'schema.graphql',
  'codegen.ts',
  'CHANGELOG.md',
  'package-lock.json',
];

/** A fingerprint of the web build's sources: names, sizes and times. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
    (file) => !file.split(sep).includes('gql') && !/\.test\.tsx?$/.test(file),
  );
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, file));
    hash.update(`${file}:${size}:${Math.trunc(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

/** Whether the sources changed since the last build. */
export function isWebStale(): boolean {
  return !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== fingerprint();
}

/**
 * Builds the production client, and notes from which sources, so that a start does not build it again; throws with the last
 * lines of the tool's output. The bundle alone notes nothing: the code that it takes in may be from an earlier schema.
 */
export async function buildWeb(): Promise<void> {
  const built = fingerprint();
  await npmScript('codegen');
  await npmScript('bundle');
  mkdirSync(join(ROOT, 'dist/web'), { recursive: true });
  writeFileSync(STAMP, built);
}

function npmScript(name: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn('npm', ['run', '--silent', name], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const lines: string[] = [];
    const keep = (chunk: Buffer) => lines.push(...chunk.toString().split('\n'));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`The web client could not be built:\n${lines.slice(-15).join('\n')}`)),
    );
  });
}
