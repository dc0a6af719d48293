import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { literalFirst } from '../../src/rest/router.ts';
import { mergeAccess } from '../../src/auth/matrix.ts';
import { open, read } from '../../src/auth/operation.ts';
import { entities } from '../../src/db/entities.ts';
import { found as resolvers } from '../../src/folders/resolver.ts';
import { found as ofFolders } from '../../src/folders/routes.ts';
import { jobs } from '../../src/jobs.ts';
import { lists } from '../../src/lists.ts';
import { byTopic, TOPICS } from '../../src/realtime/topics.ts';
import { LISTS, rowsOf } from './contracts.ts';
import { restOperations } from './operations.ts';

const SOURCE = join(import.meta.dirname, '../../src');

test.each([['auth/permissions.ts', /PERMISSIONS = \[\n(.*?)\n\]/s, /^'[\w.]+',$/]])(
  '%s has one entry per line, sorted: two features do not change one line',
  (file, entries, entry) => {
    const lines = entries
      .exec(readFileSync(join(SOURCE, file), 'utf8'))![1]!
      .split('\n')
      .map((line) => line.trim());
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.filter((line) => !entry.test(line))).toEqual([]);
    const plain = lines.map((line) => line.toLowerCase());
    expect(plain).toEqual([...plain].sort());
  },
);

/** What a feature has by the name of a file: the names that stand in the sources, found apart from the loader. */
const declared = (part: string, name: RegExp) =>
  globSync(`**/*.${part}.ts`, { cwd: SOURCE })
    .sort()
    .flatMap((file) => [...readFileSync(join(SOURCE, file), 'utf8').matchAll(name)].map(([, found]) => found!));

describe('the server takes from the folders of the features', () => {
  test('every resolver', () => {
    const names = declared('resolver', /^@Resolver\(.*\)\nexport class (\w+)/gm);
    expect(names.length).toBeGreaterThan(90);
    expect(resolvers.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  test('every entity', () => {
    const names = declared('entity', /^@Entity\(.*\)\n(?:@.*\n|\}\)\n| .*\n)*export class (\w+)/gm);
    expect(names.length).toBeGreaterThan(30);
    expect(entities.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  test('every list', () => {
    const names = declared('list', /^export const (\w+)List: /gm);
    expect(Object.keys(lists).sort()).toEqual(names.sort());
    expect(Object.keys(lists).sort()).toEqual(Object.keys(LISTS).sort());
  });

  test('every job', () => {
    const names = declared('jobs', /^export const \w+: Job<'([\w-]+)'>/gm);
    expect(names.length).toBeGreaterThan(20);
    expect(jobs.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  test('every channel', () => {
    const names = declared('channel', /^export const \w+: Channel<'([\w.-]+)'/gm);
    expect(names.length).toBeGreaterThan(9);
    expect([...TOPICS].sort()).toEqual(names.sort());
  });

  test('every path', () => {
    const names = declared('routes', /^export const (\w+Routes)\b/gm);
    expect(names.length).toBeGreaterThan(30);
    expect(ofFolders).toHaveLength(names.length);
  });
});

test('two contracts with a row of one name are refused', () => {
  expect(rowsOf([{ a: 1 }, undefined, { b: 2 }])).toEqual({ a: 1, b: 2 });
  expect(() => rowsOf([{ a: 1 }, { a: 1 }])).toThrow('Two contracts have a row of a.');
});

test('two channels of one topic are refused', () => {
  const channel = (topic: string) => ({ topic, key: 'id', afterGap: null });
  expect([...byTopic([channel('a.changed'), channel('b.changed')]).keys()]).toEqual(['a.changed', 'b.changed']);
  expect(() => byTopic([channel('a.changed'), channel('a.changed')])).toThrow('Two channels have the topic a.changed.');
});

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
