import type { Faults } from './fault.ts';

/** Sessions, tokens, keys and secrets. */
export const signInFaults: Faults[] = [
  {
    area: 'session',
    file: 'api/src/sign-in/session-read.ts',
    tests: ['api/test/contract/sign-in.test.ts'],
    faults: [
      [
        'make_interval(mins => o.session_idle_minutes) and s.created_at > now() - make_interval(hours => ?)`;\n\n/** SQL of a session that is alive',
        'make_interval(mins => 60) and s.created_at > now() - make_interval(hours => ?)`;\n\n/** SQL of a session that is alive',
      ],
    ],
  },
  {
    area: 'session',
    file: 'api/src/sign-in/session.service.ts',
    tests: ['api/test/contract/sign-in.test.ts'],
    faults: [
      ['const MAX_FAILURES = 5', 'const MAX_FAILURES = 6'],
      ['    if (locks)', '    if (locks && email === "")'],
      ["account.second_factor ? 'verify' :", "account.second_factor === 'sms' ? 'verify' :"],
    ],
  },
  {
    area: 'session',
    file: 'api/src/sign-in/lockout.ts',
    tests: ['api/test/contract/sign-in.test.ts'],
    faults: [['LOCKOUT_MINUTES = 30', 'LOCKOUT_MINUTES = 60']],
  },
  {
    area: 'session',
    file: 'api/src/sign-in/lockout.ts',
    tests: ['api/src/sign-in/lockout.test.ts'],
    faults: [["not u.locked'", "not u.locked and u.guessed_at is null'"]],
  },
  {
    area: 'session',
    file: 'api/src/sign-in/known-device.ts',
    tests: ['api/src/sign-in/lockout.test.ts'],
    faults: [['equal(other, proof)', 'other.length > 0']],
  },
  {
    area: 'session',
    file: 'api/src/sign-in/session-read.ts',
    tests: ['api/src/org-messages/org-messages-delivery.test.ts'],
    faults: [["s.stage = 'full' and ${IS_ACTIVE}", "s.stage = 'full' and o.active"]],
  },
  {
    area: 'session',
    file: 'api/src/auth/authorize.ts',
    tests: ['api/src/sign-in/reauthenticate.test.ts'],
    faults: [['const FRESH_SECONDS = 10 * 60', 'const FRESH_SECONDS = 12 * 3600']],
  },
  {
    area: 'session',
    file: 'api/src/sign-in/reauthenticate.service.ts',
    tests: ['api/src/sign-in/reauthenticate.test.ts', 'api/src/sign-in/reauthenticate-factor.test.ts'],
    faults: [
      ['const MAX_FAILURES = 5', 'const MAX_FAILURES = 6'],
      ["attempts > MAX_FAILURES ? 'wrong' : await compare", 'await compare'],
    ],
  },
  {
    area: 'session',
    file: 'api/src/organizations/organization-settings.service.ts',
    tests: ['api/src/organizations/organization-settings.test.ts'],
    faults: [['refuseOlder(input, current);', '']],
  },
  {
    area: 'session',
    file: 'api/src/auth/authenticate.ts',
    tests: ['api/test/contract/sign-in.test.ts'],
    faults: [["session?.stage === 'full' ? session.viewer : null", 'session?.viewer ?? null']],
  },
  {
    area: 'tokens',
    file: 'api/src/auth/token-read.ts',
    tests: ['api/test/contract/tokens.test.ts', 'api/src/credentials/api-keys.test.ts'],
    faults: [
      ['where t.revoked_at is null and t.expires_at > now()', 'where t.expires_at > now()'],
      ['where t.revoked_at is null and t.expires_at > now()', 'where t.revoked_at is null'],
    ],
  },
  {
    area: 'tokens',
    file: 'api/src/auth/authorize.ts',
    tests: ['api/test/contract/tokens.test.ts'],
    faults: [["scope !== 'none' && scope.some((name) => own.includes(name))", "scope !== 'none'"]],
  },
  {
    area: 'tokens',
    file: 'api/src/credentials/credentials.policy.ts',
    tests: ['api/src/credentials/personal-access-tokens.test.ts'],
    faults: [['.filter((scope) => viewer.can(scope))', '']],
  },
  {
    area: 'csrf',
    file: 'api/src/auth/authenticate.ts',
    tests: ['api/test/contract/csrf.test.ts'],
    faults: [
      ['if (!csrfMatches(app.config, sessionId, token, headers.cookie)) throw new CsrfMismatch();', ''],
      ["if (!isOwnSite(app, headers)) throw new CsrfMismatch('origin');", ''],
    ],
  },
  {
    area: 'csrf',
    file: 'api/src/auth/cookies.ts',
    tests: ['api/test/contract/csrf.test.ts'],
    faults: [["parseCookie(cookieHeader ?? '')[CSRF_COOKIE] === token", 'true']],
  },
  {
    area: 'device authentication',
    file: 'api/src/auth/device.ts',
    tests: ['api/src/gateway/gateway.test.ts'],
    faults: [['timingSafeEqual(Buffer.from(secret), Buffer.from(deviceSecret({ encryptionKey }, serial)))', 'true']],
  },
  {
    area: 'secrets',
    file: 'api/src/db/secrets.command.ts',
    tests: ['api/src/db/secrets.test.ts'],
    faults: [
      ['first < pages; first += PAGES', 'first < Math.min(pages, 1); first += PAGES'],
      ['if (rows.some(({ isInUse }) => isInUse))', 'if (rows.length > 99)'],
    ],
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
    area: 'web requests',
    file: 'web/src/lib/csrf.ts',
    tests: ['web/src/lib/csrf.test.ts'],
    faults: [
      ["headers.set('X-Requested-With', 'XMLHttpRequest');", ''],
      ["if (token) headers.set('X-XSRF-TOKEN', token);", ''],
      ["if (socket) headers.set('X-Socket-Id', socket);", ''],
      ['if (answer.status === 419) {', 'if (false as boolean) {'],
      ['if (!csrfToken()) await renewToken();', ''],
    ],
  },
  {
    area: 'first-user',
    file: 'api/src/account/first-user.command.ts',
    tests: ['api/src/account/first-user.test.ts'],
    faults: [
      ['holder.role === ROLE && holder.active', 'holder.active'],
      ['!holder.locked && !holder.verified', '!holder.locked'],
      ['isOpen && asked.renew', 'isOpen'],
      ['others.length > 0 && !asked.another', 'others.length > 1 && !asked.another'],
      ["await client.query('select pg_advisory_xact_lock($1)', [LOCK]);", ''],
      ['  await assertSecretsKnown(client, config);', ''],
      ["t.kind = 'support' and o.active", "t.kind = 'ep' and o.active"],
      [
        'update account_links set secret_hash = $2 where user_id = $1',
        'update account_links set expires_at = expires_at where user_id = $1 and $2::bytea is not null',
      ],
    ],
  },
  {
    area: 'first-user',
    file: 'api/src/account/first-run.ts',
    tests: ['api/src/account/first-user.test.ts'],
    faults: [['if (isOver) return false;', '']],
  },
  {
    area: 'first-user',
    file: 'api/src/shared/config-exposure.ts',
    tests: ['api/src/shared/config.test.ts'],
    faults: [
      ['!production && embedded', '!production'],
      ["production && asked === '1'", "production && asked === '2'"],
    ],
  },
  {
    area: 'first-user',
    file: 'api/src/db/prepared.ts',
    tests: ['api/src/db/prepared.test.ts'],
    faults: [
      ['    await assertSecretsKnown(client, secrets);', ''],
      ['later: await assertUpToDate(client)', 'later: null'],
      ['pending || areOutdated(rows, functions)', 'pending'],
    ],
  },
];
