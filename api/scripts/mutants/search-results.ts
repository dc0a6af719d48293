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
      [' || words.some(typedDate)', ''],
      ['return [...byId, { source', 'return [{ source'],
    ],
  },
  {
    area: 'search results',
    file: 'api/src/shared/text.rules.ts',
    tests: ['api/src/patients/patients.text.test.ts'],
    faults: [["month!.padStart(2, '0')", 'month!']],
  },
  {
    area: 'search results',
    file: 'api/src/shared/text.rules.ts',
    tests: ['api/test/contract/search-form.test.ts'],
    faults: [
      ["    .replace(LONE_ACCENTS, '')\n", ''],
      ["    .replace(APOSTROPHES, '')\n", ''],
      ["    .normalize('NFKD')", "    .normalize('NFD')"],
      ["  ς: 'σ',\n", "  ς: 'ς',\n"],
    ],
  },
  {
    area: 'search results',
    file: 'api/src/shared/text.rules.ts',
    tests: ['api/test/contract/typed-input.test.ts'],
    faults: [
      [".replace(LONE_JOINERS, '')", ''],
      [".normalize('NFC')", ''],
    ],
  },
  {
    area: 'search results',
    file: 'api/src/shared/list.text.ts',
    tests: ['api/src/patients/patients.text.test.ts'],
    faults: [
      ['[plain, joined]', '[plain]'],
      ["digits.length === 11 && digits.startsWith('1')", 'false'],
    ],
  },
  {
    area: 'search results',
    file: 'api/src/shared/typed-input.ts',
    tests: ['api/test/contract/typed-input.test.ts'],
    faults: [
      ['AS_SENT.test(name) ? input : typedText(input)', 'typedText(input)'],
      ['input.map((value: unknown) => typedInput(value, name)) as T', 'input'],
    ],
  },
  {
    area: 'search results',
    file: 'api/src/patients/patients.list.ts',
    tests: ['api/src/patients/patients.text.test.ts'],
    faults: [['birthDate ? { $or: [found, { birthDate }] } : found', 'found']],
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
