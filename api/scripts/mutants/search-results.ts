import type { Faults } from './fault.ts';

const TESTS = ['api/src/search-results/search-results.test.ts'];

/** What a user finds by typing. */
export const searchResultsFaults: Faults[] = [
  {
    area: 'search results',
    file: 'api/src/search-results/search-results.reads.ts',
    tests: TESTS,
    faults: [
      ['keeps: ({ nameKey }) => nameKey.startsWith(name),', ''],
      ['[words, words.toReversed()]', '[words]'],
      ['words.filter((word) => !typedDate(word))', 'words'],
      [' || words.some(typedDate)', ''],
      ['return [...byId, { source', 'return [{ source'],
      ["month!.padStart(2, '0')", 'month!'],
    ],
  },
  {
    area: 'search results',
    file: 'api/src/search-results/search-results.reads.ts',
    tests: ['api/src/search-results/search-results.people.test.ts'],
    faults: [
      ['keeps: ({ email }) => email.toLowerCase().startsWith(address),', ''],
      ["{ orderBy: 'name', within: switchable }", "{ orderBy: 'name' }"],
    ],
  },
  {
    area: 'search results',
    file: 'api/src/search-results/search-results.reads.ts',
    tests: ['api/test/contract/long-lists.test.ts'],
    faults: [['/[a-z0-9]{3}/', '/[a-z0-9]{2}/']],
  },
  {
    area: 'search results',
    file: 'api/src/search-results/search-results.service.ts',
    tests: TESTS,
    faults: [
      ['canReadPatients(ctx.viewer) ? ', 'ctx.viewer ? '],
      ['canListDevices(ctx.viewer) ? ', 'ctx.viewer ? '],
      ['most < 1 || most > MOST', 'most > MOST'],
      ['most > MOST)', 'most > 100)'],
      ['  assertFewConditions({ search });\n', ''],
      ['.length < FEWEST_LETTERS', '.length === 0'],
    ],
  },
];
