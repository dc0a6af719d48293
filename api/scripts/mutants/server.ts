import type { Faults } from './fault.ts';

/** What surrounds every request: headers, start, end, the embedded database. */
export const serverFaults: Faults[] = [
  {
    area: 'server',
    file: 'api/src/drain.ts',
    tests: ['api/src/drain.test.ts'],
    faults: [
      ["if (availability.draining) response.set('Connection', 'close');", ''],
      ['availability.draining = true;', ''],
      ['if (ms > 0) await sleep(ms);', ''],
    ],
  },
  {
    area: 'server',
    file: 'api/src/shared/availability.ts',
    tests: ['api/src/shared/availability.test.ts'],
    faults: [
      ['!this.draining && this.now()', 'this.now()'],
      ['this.now() >= this.#fullUntil', 'this.now() > this.#fullUntil'],
      ["=== '53100'", "!== '53100'"],
    ],
  },
  {
    area: 'server',
    file: 'api/src/health.ts',
    tests: ['api/test/contract/outage.test.ts'],
    faults: [
      ['reachable && app.availability.accepting', 'reachable'],
      ['reachable && app.availability.accepting', 'app.availability.accepting'],
    ],
  },
  {
    area: 'server',
    file: 'api/src/rest/errors.ts',
    tests: ['api/test/contract/outage.test.ts'],
    faults: [['app.availability.noteFault(error);', '']],
  },
  {
    area: 'server',
    file: 'api/src/db/lost.ts',
    tests: ['api/test/contract/outage.test.ts', 'api/src/rest/errors.test.ts'],
    faults: [
      ["  '53100',\n", ''],
      ['CONNECTING.has(syscall) || ', ''],
    ],
  },
  {
    area: 'server',
    file: 'api/src/drain.ts',
    tests: ['api/src/drain.test.ts'],
    faults: [['keepAliveTimeout: keepAliveSeconds * 1000,', '']],
  },
  {
    area: 'server',
    file: 'api/src/security-headers.ts',
    tests: ['api/test/contract/headers.test.ts'],
    faults: [
      ["'Content-Security-Policy': ANSWER_POLICY, ", ''],
      [", 'Permissions-Policy': permissions", ''],
    ],
  },
  {
    area: 'server',
    file: 'api/src/web-pages.ts',
    tests: ['api/test/contract/headers.test.ts'],
    faults: [
      ["response.redirect(302, '/');", 'throw new NotFound();'],
      ['if (!PAGES.has(path)) throw new NotFound();', ''],
      [" || file.includes('.')", ''],
      ["path.includes('/.') || ", ''],
    ],
  },
  {
    area: 'embedded database',
    file: 'api/src/db/embedded.log.ts',
    tests: ['api/src/db/embedded.test.ts'],
    faults: [
      ["log_min_messages: 'log',", ''],
      ["log_error_verbosity: 'terse',", ''],
      ["log_truncate_on_rotation: 'on',", ''],
    ],
  },
  {
    area: 'embedded database',
    file: 'api/src/db/embedded.supervisor.ts',
    tests: ['api/src/db/embedded.test.ts'],
    faults: [
      ['const ATTEMPTS = 10;', 'const ATTEMPTS = 1;'],
      ['return giveUp();', 'continue;'],
      ['while (!ended.signal.aborted)', 'while (true)'],
    ],
  },
];
