import type { Faults } from './fault.ts';

/** What surrounds every request: headers, addresses, configuration, start, end, the embedded database. */
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
  {
    area: 'configuration',
    file: 'api/src/shared/config.ts',
    tests: ['api/src/shared/config.test.ts', 'api/src/shared/config.realtime.test.ts'],
    faults: [
      [', { mode: 0o600 }', ''],
      [
        "if (production && !given.sessionSecret) throw new ConfigError('SESSION_SECRET is required in production.');",
        '',
      ],
      [
        "if (production && !given.encryptionKey) throw new ConfigError('ENCRYPTION_KEY is required in production.');",
        '',
      ],
      ['number > 65535', 'number > 65536'],
      ['=> secret.length < 32', '=> secret.length < 31'],
      ['production ? null : DEMO_REALTIME', 'DEMO_REALTIME'],
      ['secret.length < 16', 'secret.length < 5'],
    ],
  },
  {
    area: 'configuration',
    file: 'api/src/shared/config.exposure.ts',
    tests: ['api/src/shared/config.exposure.test.ts'],
    faults: [
      ["(protocol === 'https:' || !LOOPBACK.test(hostname))", '!LOOPBACK.test(hostname)'],
      ['LOOPBACK = /^(', 'LOOPBACK = /('],
      ["'secure', ", ''],
      ['if (!production || plaintext)', 'if (!production)'],
      ['bytes: 16', 'bytes: 2'],
    ],
  },
  {
    area: 'addresses',
    file: 'api/src/shared/links.rules.ts',
    tests: ['api/src/shared/links.rules.test.ts'],
    faults: [
      ['url?.origin !== origin', '!url'],
      [' && pathOf(again) === path', ''],
      ['url.username || url.password', 'url.username'],
    ],
  },
  {
    area: 'configuration',
    file: 'api/src/db/temporary.ts',
    tests: ['api/src/db/temporary.test.ts'],
    faults: [['  await sweep(parent);\n', '']],
  },
];
