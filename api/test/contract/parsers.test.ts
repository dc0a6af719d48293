import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { routes } from '../../src/routes.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCE = join(ROOT, 'api/src');

/** What reads the contents of a file of a user, by the thread in which it does (decisions/139). */
const READERS: Record<string, { packages: string[]; modules: string[] }> = {
  'uploads/cards/card-reading.worker.ts': { packages: [], modules: ['uploads/cards/card-reading.ts'] },
  'users-import/users-import.worker.ts': {
    packages: ['csv-parse', 'sax', 'yauzl'],
    modules: ['-csv', '.file', '-xlsx', '-xml', '-zip'].map((part) => `users-import/users-import${part}.ts`),
  },
};
const readers = Object.values(READERS);

/** Each path that takes a file, and the thread that reads it. */
const FILES: Record<string, keyof typeof READERS> = {
  'POST /api/orgs/{org_id}/users/import': 'users-import/users-import.worker.ts',
  'POST /api/uploads': 'uploads/cards/card-reading.worker.ts',
};

/**
 * The packages of the process that answers. A new one is added here, or above when it reads what is in a file of a user;
 * @fastify/busboy only divides a form into its parts.
 */
const PACKAGES =
  `@apollo/server @as-integrations/express5 @escape.tech/graphql-armor-max-aliases @escape.tech/graphql-armor-max-depth
  @escape.tech/graphql-armor-max-directives @fastify/busboy @graphql-tools/schema @mikro-orm/core @mikro-orm/decorators @mikro-orm/postgresql @node-rs/argon2
  @opentelemetry/api @opentelemetry/core @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace
  @opentelemetry/semantic-conventions @simplewebauthn/server @zxcvbn-ts/core @zxcvbn-ts/language-common aws4fetch bowser compression cookie csv-stringify dataloader
  express graphql graphql-query-complexity graphql-scalars graphql-ws helmet i18next kysely nodemailer otplib pg pg-boss pino prom-client qrcode
  reflect-metadata sanitize-html standardwebhooks type-graphql ws yup`.split(/\s+/);

/** Returns what a module loads, types left out. */
const loadedBy = (file: string): string[] => {
  const text = readFileSync(file, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const imports = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:([^;'"]*?)\s+from\s+)?'([^']+)'/gm);
  const some = [...imports].filter(([, names]) => !names || !/^\{(\s*type \w+( as \w+)?,?)+\s*\}$/.test(names));
  const dynamic = text.matchAll(/\bimport\(\s*'([^']+)'/g);
  return [...some.map(([, , from]) => from!), ...[...dynamic].map(([, from]) => from!)];
};

/** Returns every module and package that a module loads, by their names. */
function reach(entry: string): { modules: string[]; packages: string[] } {
  const [modules, packages, left] = [new Set<string>(), new Set<string>(), [join(SOURCE, entry)]];
  for (let file = left.pop(); file; file = left.pop()) {
    if (modules.has(file)) continue;
    modules.add(file);
    // The demonstration reads the cards that it makes.
    if (relative(SOURCE, file).startsWith('demo/')) continue;
    for (const name of loadedBy(file)) {
      if (name.startsWith('node:')) continue;
      if (!name.startsWith('.')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)![0]);
      else if (/\.[cm]?ts$/.test(name)) left.push(join(dirname(file), name));
    }
  }
  return {
    modules: [...modules].map((file) => relative(SOURCE, file)).sort(),
    packages: [...packages].sort(),
  };
}

const portal = reach('main.ts');

describe('files of users are parsed in threads', () => {
  test('the portal loads its routes, and nothing that reads such a file', () => {
    expect(portal.modules).toEqual(expect.arrayContaining(['routes.ts', 'users-import/users-import-read.ts']));
    expect(portal.modules.filter((name) => readers.some(({ modules }) => modules.includes(name)))).toEqual([]);
    expect(portal.packages.filter((name) => readers.some(({ packages }) => packages.includes(name)))).toEqual([]);
  });

  test('each package of the portal is known to read no file of a user', () => {
    expect(portal.packages).toEqual(PACKAGES);
  });

  test('the portal itself inflates nothing', () => {
    const inflating = portal.modules.filter((name) =>
      /\b(inflate|gunzip|unzip|brotliDecompress|zstdDecompress)/i.test(readFileSync(join(SOURCE, name), 'utf8')),
    );
    expect(inflating).toEqual([]);
  });

  test('each path that takes a file is known, and so is each thread', () => {
    const paths = routes.filter(({ upload }) => upload).map(({ method, path }) => `${method} ${path}`);
    expect(paths.sort()).toEqual(Object.keys(FILES).sort());
    // Over GraphQL the files of a card alone, which the same job reads.
    const inputs = readFileSync(join(ROOT, 'schema.graphql'), 'utf8').split(/^(?=input |type )/m);
    expect(inputs.filter((text) => text.includes(': [SentFile!]!')).map((text) => text.split(' ')[1])).toEqual([
      'CreateUploadInput',
    ]);
    expect(inputs.join('').match(/SentFile/g)).toHaveLength(2);
    expect(globSync('**/*.worker.ts', { cwd: SOURCE }).sort()).toEqual(Object.keys(READERS).sort());
    expect(Object.keys(READERS)).toEqual(expect.arrayContaining(Object.values(FILES)));
  });

  test.each(Object.entries(READERS))('%s loads these readers', (worker, { modules, packages }) => {
    const loaded = reach(worker);
    expect(existsSync(join(SOURCE, worker))).toBe(true);
    expect(loaded.modules).toEqual(expect.arrayContaining(modules));
    expect(loaded.packages).toEqual(packages);
    // The database, the viewer and the configuration stay outside.
    expect(loaded.modules.filter((name) => /^(db|auth|rest|queue|realtime)\//.test(name))).toEqual([]);
  });
});
