import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
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

test('two access files that declare one operation are refused', () => {
  const own = { 'Query.viewer': open('public') };
  expect(() => mergeAccess([own, { 'Query.patient': read('view.patient') }])).not.toThrow();
  expect(() => mergeAccess([own, { 'Query.viewer': read('view.patient') }])).toThrow(
    'Two access files declare Query.viewer.',
  );
});

test('no address matches two routes of one method: the order of the routes means nothing', () => {
  const segments = (path: string) => path.split('/');
  const overlap = (one: string, other: string) =>
    segments(one).length === segments(other).length &&
    segments(one).every((segment, index) => {
      const across = segments(other)[index]!;
      return segment === across || segment.startsWith('{') || across.startsWith('{');
    });
  const clashes = restOperations.flatMap((one, index) =>
    restOperations
      .slice(index + 1)
      .filter((other) => one.method === other.method && overlap(one.path, other.path))
      .map((other) => `${one.operation} and ${other.operation}`),
  );
  expect(clashes).toEqual([]);
});
