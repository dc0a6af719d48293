import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { literalFirst } from '../../src/rest/router.ts';
import { mergeAccess } from '../../src/auth/matrix.ts';
import { open, read } from '../../src/auth/operation.ts';
import { restOperations } from './operations.ts';

const SOURCE = join(import.meta.dirname, '../../src');

const NAMES = /^(\.\.\.)?\w+(: \w+)?,$/;

test.each([
  ['auth/matrix.ts', /mergeAccess\(\[\n(.*?)\n\]/s, NAMES],
  ['auth/permissions.ts', /PERMISSIONS = \[\n(.*?)\n\]/s, /^'[\w.]+',$/],
  ['db/entities.ts', /entities = \[\n(.*?)\n\]/s, NAMES],
  ['jobs.ts', /AnyJob\[\] = \[\n(.*?)\n\]/s, NAMES],
  ['lists.ts', /lists = \{\n(.*?)\n\}/s, NAMES],
  ['realtime/topics.ts', /interface Topics \{\n(.*?)\n\}/s, /^'[\w.-]+': \{.*\};$/],
  ['routes.ts', /Route\[\] = \[\n(.*?)\n\]/s, NAMES],
  ['schema.ts', /resolvers = \[\n(.*?)\n\]/s, NAMES],
])('%s has one entry per line, sorted: two features do not change one line', (file, entries, entry) => {
  const lines = entries
    .exec(readFileSync(join(SOURCE, file), 'utf8'))![1]!
    .split('\n')
    .map((line) => line.trim());
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.filter((line) => !entry.test(line))).toEqual([]);
  const plain = lines.map((line) => line.toLowerCase());
  expect(plain).toEqual([...plain].sort());
});

test.each(['auth/matrix.ts', 'db/entities.ts', 'jobs.ts', 'lists.ts', 'routes.ts', 'schema.ts'])(
  '%s has its imports sorted by folder: two features do not add theirs at one place',
  (file) => {
    const paths = [...readFileSync(join(SOURCE, file), 'utf8').matchAll(/^(?:import|\}) .*from '\.([^']*)';$/gm)];
    // A parent folder precedes, and a folder precedes one whose name continues its name.
    const placed = paths.map(([, path]) => `${path!.startsWith('.') ? 0 : 1}${path!.replaceAll('/', ' ')}`);
    expect(placed.length).toBeGreaterThan(10);
    expect(placed).toEqual(placed.toSorted());
  },
);

test('two access files that declare one operation are refused', () => {
  const own = { 'Query.viewer': open('public') };
  expect(() => mergeAccess([own, { 'Query.patient': read('view.patient', 'rows') }])).not.toThrow();
  expect(() => mergeAccess([own, { 'Query.viewer': read('view.patient', 'rows') }])).toThrow(
    'Two access files declare Query.viewer.',
  );
});

test('no address matches two routes of one method: the order of the routes means nothing', () => {
  // A literal segment matches before a parameter, in any order of the registry.
  const shape = (path: string) => path.replace(/\{\w+\}/g, '{}');
  const clashes = restOperations.flatMap((one, index) =>
    restOperations
      .slice(index + 1)
      .filter((other) => one.method === other.method && shape(one.path) === shape(other.path))
      .map((other) => `${one.operation} and ${other.operation}`),
  );
  expect(clashes).toEqual([]);
});

test('a literal segment of a path matches before a parameter, in any order of the routes', () => {
  const paths = ['/api/{a}/z', '/api/b/{id}', '/api/b/table', '/api/b', '/api/b/{id}/c'];
  const ordered = (given: string[]) => literalFirst(given.map((path) => ({ path }) as never)).map(({ path }) => path);
  for (const given of [paths, paths.toReversed()]) {
    const order = ordered(given);
    expect(order.indexOf('/api/b/table')).toBeLessThan(order.indexOf('/api/b/{id}'));
    expect(order.indexOf('/api/b/{id}')).toBeLessThan(order.indexOf('/api/{a}/z'));
  }
});
