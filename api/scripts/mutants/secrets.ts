import type { Faults } from './fault.ts';

const ROTATION = ['api/src/db/secrets.test.ts'];

/** Secrets that rotate, what is encrypted with them, and what a credential may do. */
export const secretFaults: Faults[] = [
  {
    area: 'secrets',
    file: 'api/src/shared/cipher.ts',
    tests: ['api/src/shared/cipher.test.ts'],
    faults: [['id === null ? keys :', 'id === null ? keys.slice(0, 1) :']],
  },
  {
    area: 'secrets',
    file: 'api/src/db/secrets.ts',
    tests: ROTATION,
    faults: [['if (missing)', 'if (missing && rows.length > 99)']],
  },
  {
    area: 'secrets',
    file: 'api/src/db/secrets.command.ts',
    tests: ROTATION,
    faults: [
      ['first < pages; first += PAGES', 'first < Math.min(pages, 1); first += PAGES'],
      ['if (left > 0)', 'if (left > 99)'],
      ['if (rows.some(({ isInUse }) => isInUse))', 'if (rows.length > 99)'],
    ],
  },
  {
    area: 'secrets',
    file: 'api/src/db/logins.ts',
    tests: ROTATION,
    faults: [['${prefix}_${generationOf(secrets)}_${name}', '${prefix}_${name}']],
  },
  {
    area: 'secrets',
    file: 'api/src/auth/known-device.ts',
    tests: ROTATION,
    faults: [['!own.includes(other)', 'own[0] !== other']],
  },
  {
    area: 'secrets',
    file: 'api/src/db/cluster.ts',
    tests: ['api/src/db/cluster.test.ts'],
    faults: [["hkdfSync('sha256', secret, '', 'airlog embedded superuser', 32)", 'secret.slice(0, 32)']],
  },
  {
    area: 'seals',
    file: 'api/src/activity/audit.keys.ts',
    tests: ['api/src/activity/audit.seals.test.ts'],
    faults: [
      ['!/^[0-9a-f]{64}$/.test(text)', "text === ''"],
      ['opened(keys, known.at(-1)!).key', 'createSecretKey(derived(keys.encryptionKey))'],
    ],
  },
  {
    area: 'recovery codes',
    file: 'api/src/auth/two-factor.codes.ts',
    tests: ['api/src/auth/two-factor.recovery.test.ts'],
    faults: [['newRecoverySalt = (): Buffer => randomBytes(16)', 'newRecoverySalt = (): Buffer => Buffer.alloc(16)']],
  },
  {
    area: 'tokens',
    file: 'api/src/credentials/api-keys.service.ts',
    tests: ['api/src/credentials/api-keys.test.ts'],
    faults: [['.filter((scope) => key.scopes.includes(scope))', '']],
  },
  {
    area: 'tokens',
    file: 'api/src/credentials/chosen-scopes.ts',
    tests: ['api/src/credentials/api-keys.test.ts'],
    faults: [['!known.every((scope) => given.includes(scope))', 'given.length === 0']],
  },
  {
    area: 'tokens',
    file: 'api/src/credentials/oauth-token.service.ts',
    tests: ['api/src/credentials/api-keys.test.ts'],
    faults: [['!isScope(name) || !key.scopes.includes(name)', '!isScope(name)']],
  },
];
