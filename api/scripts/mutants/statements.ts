import type { Faults } from './fault.ts';

const STATEMENTS = ['api/test/contract/statements.test.ts'];

/** How statements are written and sent. */
export const statementFaults: Faults[] = [
  {
    area: 'statements',
    file: 'api/src/db/portal-client.ts',
    tests: STATEMENTS,
    faults: [
      ['`${this.generation} ${this.role} ${text}`', '`${this.generation} ${text}`'],
      ['          this.generation += 1;\n', ''],
      ['this.fault !== undefined && codeOf(error) === ABORTED ? this.fault : error', 'error'],
    ],
  },
  {
    area: 'statements',
    file: 'api/src/db/parameters.ts',
    tests: ['api/src/db/parameters.test.ts'],
    faults: [
      ["if (!sql.slice(0, match.index).endsWith(' not')) ", ''],
      ['list.length < LEAST', 'list.length > LEAST'],
      ['value instanceof Date ? value.toISOString() : value', 'value'],
      ['(limit|offset)', '(limit)'],
      [String.raw`|\slike\s|\silike\s`, ''],
      ['if (query?.marks.length !== given.length) return null;', ''],
    ],
  },
  {
    area: 'statements',
    file: 'api/src/db/statement-group.ts',
    tests: ['api/src/db/statement-group.test.ts'],
    faults: [
      ['    for (const statement of all.slice(0, failed)) statement.handleReadyForQuery(connection);\n', ''],
      ['isLost(error) ? error : aborted()', 'aborted()'],
      ['isLost(error) ? error : aborted()', 'error'],
      ['Math.min(this.#nth, all.length - 1)', 'this.#nth'],
      ['      if (statement.name !== undefined) delete connection.submittedNamedStatements[statement.name];\n', ''],
      ['unsynced.describes = !shape;', 'unsynced.describes = true;'],
      ['    this.name = statement?.name;\n', ''],
      ['      connection.stream.destroy(); // half', '      // half'],
    ],
  },
  {
    area: 'statements',
    file: 'api/src/db/portal-client.ts',
    tests: ['api/src/db/statement-group.test.ts'],
    faults: [
      ['        if (!this.isOpen) this.leave();\n', ''],
      [
        "typeof values === 'function' || callback) {\n        this.leave();\n",
        "typeof values === 'function' || callback) {\n",
      ],
      ['      this.leave();\n      return name === undefined', '      return name === undefined'],
      [' || SETTINGS.test(text)', ''],
    ],
  },
];
