import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pageContracts } from '../testing/pageContracts.ts';

// Every write of a list page either has a test that the list shows it without a reload, or says here why no row changes.

const PAGES = import.meta.dirname;
const source = (file: string) => readFileSync(file, 'utf8');
const isPage = (file: string) => /\/pages\/\w+(Page|Tab)\.tsx$/.test(file);

/** Returns the files that a page consists of: all that it imports, but no page that it only loads ahead. */
function filesOf(page: string): Set<string> {
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file) || (file !== page && isPage(file))) return;
    files.add(file);
    for (const [, path] of source(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g))
      if (!path!.includes('/gql/')) add(join(dirname(file), path!));
  };
  add(page);
  return files;
}

/** Returns the writes of a page: its mutations, and its files that send over REST. */
const writesOf = (page: string): string[] => {
  const files = [...filesOf(page)];
  const mutations = files.flatMap((file) =>
    [...source(file).matchAll(/^\s*mutation (\w+)/gm)].map(([, name]) => name!),
  );
  const senders = files.filter((file) => /sendRequest\('post'|open\('POST'/.test(source(file)));
  return [...new Set([...mutations, ...senders.map((file) => basename(file, '.ts'))])].toSorted();
};

const PREFERENCES = { because: 'the columns that the viewer chose are on the screen already' };

const LISTS = Object.fromEntries(
  Object.entries(pageContracts).flatMap(([page, { writes }]) => (writes ? [[page, writes]] : [])),
);

const lists = readdirSync(PAGES)
  .filter((name) => name.endsWith('Page.tsx') && source(join(PAGES, name)).includes('<ListPage'))
  .map((name) => name.replace('.tsx', ''));

test('every page that is a list has a contract that names its writes', () => {
  expect(Object.keys(LISTS).toSorted()).toEqual(lists.toSorted());
});

test.each(lists)('%s has a test or a reason for each of its writes', (name) => {
  const writes = { SaveTablePreferences: PREFERENCES, ...LISTS[name] };
  expect(Object.keys(writes).toSorted()).toEqual(writesOf(join(PAGES, `${name}.tsx`)));
  const titles = Object.values(writes).filter((shown) => typeof shown === 'string');
  if (titles.length === 0) return;
  const tests = source(join(PAGES, `${name}.test.tsx`));
  expect(titles.filter((title) => !tests.includes(`'${title}', `))).toEqual([]);
});
