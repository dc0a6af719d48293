import type { Faults } from './fault.ts';

const SIGN_IN = ['api/test/contract/sign-in.test.ts'];
const CSRF = ['api/test/contract/csrf.test.ts'];

/** Sign-in, sessions, CSRF, devices at the gateway, permissions of a viewer. */
export const authFaults: Faults[] = [
  {
    area: 'session',
    file: 'api/src/auth/session.read.ts',
    tests: SIGN_IN,
    faults: [
      [
        'make_interval(mins => o.session_idle_minutes) and s.created_at > now() - make_interval(hours => ?)`;\n\n/** SQL of a session that is alive',
        'make_interval(mins => 60) and s.created_at > now() - make_interval(hours => ?)`;\n\n/** SQL of a session that is alive',
      ],
      ['const ABSOLUTE_HOURS = 12', 'const ABSOLUTE_HOURS = 24'],
      ['where s.id_hash = ? and ${IS_ACTIVE}', 'where s.id_hash = ? and u.active'],
      ['where s.id_hash = ? and ${IS_ACTIVE}', 'where s.id_hash = ? and o.active and not u.locked'],
    ],
  },
  {
    area: 'session',
    file: 'api/src/auth/session.service.ts',
    tests: SIGN_IN,
    faults: [
      ['const MAX_FAILURES = 5', 'const MAX_FAILURES = 6'],
      ['const FAILURE_WINDOW_SECONDS = 15 * 60', 'const FAILURE_WINDOW_SECONDS = 90'],
      ['    if (locks)', '    if (locks && email === "")'],
      [" await em.execute('delete from sessions where id_hash = ?', [ctx.request.sessionHash]);", ' await em.flush();'],
      ['await clearAttempts(ctx, key);', ''],
      ["account.second_factor ? 'verify' :", "account.second_factor === 'sms' ? 'verify' :"],
      ["    await recordSignIn(ctx, em, account, 'denied');", ''],
      [' and u.email_verified_at is not null as', ' as'],
    ],
  },
  {
    area: 'session',
    file: 'api/src/auth/lockout.ts',
    tests: SIGN_IN,
    faults: [['LOCKOUT_MINUTES = 30', 'LOCKOUT_MINUTES = 60']],
  },
  {
    area: 'session',
    file: 'api/src/auth/lockout.ts',
    tests: ['api/src/auth/lockout.test.ts'],
    faults: [
      ["not u.locked'", "not u.locked and u.guessed_at is null'"],
      [`"u.guessed_at is distinct from 'infinity'"`, "'true'"],
      [" and guessed_at < 'infinity'", ''],
    ],
  },
  {
    area: 'session',
    file: 'api/src/auth/known-device.ts',
    tests: ['api/src/auth/lockout.test.ts'],
    faults: [
      ['${id}:${passwordHash}', '${id}'],
      ['equal(other, proof)', 'other.length > 0'],
    ],
  },
  {
    area: 'session',
    file: 'api/src/auth/session.read.ts',
    tests: ['api/src/org-messages/org-messages.delivery.test.ts'],
    faults: [
      ['LIVING, [hashes, ABSOLUTE_HOURS', 'LIVING, [hashes, 1000'],
      [
        'mins => o.session_idle_minutes) and s.created_at > now() - make_interval(hours => ?)`;\n\nconst LIVING',
        'mins => 1000) and s.created_at > now() - make_interval(hours => ?)`;\n\nconst LIVING',
      ],
      ["s.stage = 'full' and ${IS_ACTIVE}", "s.stage = 'full' and o.active"],
    ],
  },
  {
    area: 'session',
    file: 'api/src/auth/authorize.ts',
    tests: ['api/src/auth/reauthenticate.test.ts'],
    faults: [
      ['const FRESH_SECONDS = 10 * 60', 'const FRESH_SECONDS = 12 * 3600'],
      ['const FRESH_SECONDS = 10 * 60', 'const FRESH_SECONDS = 500'],
    ],
  },
  {
    area: 'session',
    file: 'api/src/auth/reauthenticate.service.ts',
    tests: ['api/src/auth/reauthenticate.test.ts', 'api/src/auth/reauthenticate.factor.test.ts'],
    faults: [
      ['const MAX_FAILURES = 5', 'const MAX_FAILURES = 4'],
      ['const MAX_FAILURES = 5', 'const MAX_FAILURES = 6'],
      ['    await clearAttempts(ctx, key);', ''],
      ["  await recordDenial(ctx, 'Mutation.reauthenticate');", ''],
      ["attempts > MAX_FAILURES ? 'wrong' : await compare", 'await compare'],
      ["if (verdict === 'used')", "if (verdict !== 'right')"],
    ],
  },
  {
    area: 'session',
    file: 'api/src/organizations/organization-settings.service.ts',
    tests: ['api/src/organizations/organization-settings.test.ts'],
    faults: [
      ["  await ctx.em.execute('select from organizations where id = ? for update', [ctx.viewer.workOrgId]);", ''],
      ['version !== organization.settingsVersion', 'false as boolean'],
      ['organization.settingsVersion += 1;', ''],
      ['if (next.twoFactorEnabled && !next.twoFactorApp && !next.twoFactorSms)', 'if (false as boolean)'],
    ],
  },
  {
    area: 'session',
    file: 'api/src/auth/authenticate.ts',
    tests: SIGN_IN,
    faults: [
      ["session?.stage === 'full' ? session.viewer : null", 'session?.viewer ?? null'],
      ['if (session && !background)', 'if (session)'],
    ],
  },
  {
    area: 'tokens',
    file: 'api/src/auth/lockout.ts',
    tests: ['api/test/contract/tokens.test.ts', 'api/src/credentials/api-keys.test.ts'],
    faults: [['u.active and o.active and not', 'o.active and not']],
  },
  {
    area: 'tokens',
    file: 'api/src/auth/token.read.ts',
    tests: ['api/test/contract/tokens.test.ts', 'api/src/credentials/api-keys.test.ts'],
    faults: [
      ['where t.revoked_at is null and t.expires_at > now()', 'where t.expires_at > now()'],
      ['where t.revoked_at is null and t.expires_at > now()', 'where t.revoked_at is null'],
      ['(a.key_digest = k.digest or', '(true or'],
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
    faults: [
      ['.filter((scope) => viewer.can(scope))', ''],
      ["viewer.actor === 'session' &&", ''],
      ['(viewer.userId === owner.id || viewer.facts.locationIds === null)', 'true'],
    ],
  },
  {
    area: 'session',
    file: 'api/src/auth/viewer.service.ts',
    tests: ['api/src/auth/session.test.ts'],
    faults: [
      ['user.locale = locale;', ''],
      ['  ctx.locale = locale;', ''],
    ],
  },
  {
    area: 'csrf',
    file: 'api/src/auth/authenticate.ts',
    tests: CSRF,
    faults: [
      ['if (!csrfMatches(app.config, sessionId, token, headers.cookie)) throw new CsrfMismatch();', ''],
      ["!== 'xmlhttprequest') throw new CsrfMismatch();", "=== 'never') throw new CsrfMismatch();"],
      ["if (!isOwnSite(app, headers)) throw new CsrfMismatch('origin');", ''],
      ["site === 'same-origin' || site === 'none')", "site !== 'cross-site')"],
      ['from?.host === host &&', 'from !== null &&'],
      ['if (!options.signedIn && !options.guestAllowed) throw new Unauthenticated();', ''],
    ],
  },
  {
    area: 'csrf',
    file: 'api/src/auth/cookies.ts',
    tests: CSRF,
    faults: [
      ['if (sessionId) return isSigned(config, sessionId, token);', 'if (sessionId) return true;'],
      ["parseCookie(cookieHeader ?? '')[CSRF_COOKIE] === token", 'true'],
      ['isSigned(config, nonce!, signature!) &&', ''],
    ],
  },
  {
    area: 'session',
    file: 'api/src/auth/cookies.ts',
    tests: SIGN_IN,
    faults: [
      ["value: id,\n      path: '/',\n      httpOnly: true,", "value: id,\n      path: '/',"],
      ["(isSecure(config) ? '__Host-airlog' : 'airlog_session')", "'airlog_session'"],
    ],
  },
  {
    area: 'device authentication',
    file: 'api/src/auth/device.ts',
    tests: ['api/src/gateway/gateway.test.ts'],
    faults: [
      ['timingSafeEqual(Buffer.from(secret), Buffer.from(deviceSecret({ encryptionKey }, serial)))', 'true'],
      [
        'timingSafeEqual(Buffer.from(secret), Buffer.from(deviceSecret({ encryptionKey }, serial)))',
        'secret.slice(0, 8) === deviceSecret({ encryptionKey }, serial).slice(0, 8)',
      ],
      [
        'timingSafeEqual(Buffer.from(secret), Buffer.from(deviceSecret({ encryptionKey }, serial)))',
        'secret.slice(8) === deviceSecret({ encryptionKey }, serial).slice(8)',
      ],
      ['`device:${serial}`', '`device`'],
    ],
  },
  {
    area: 'PIN',
    file: 'api/src/auth/counters.ts',
    tests: ['api/src/device-history/device-pin.test.ts'],
    faults: [
      ['if (attempts > tries) return attempts;', ''],
      ["await em.execute('delete from attempt_counters where key = ?', [key]);", ''],
    ],
  },
  {
    area: 'policies',
    file: 'api/src/auth/viewer.ts',
    tests: ['api/src/device-history/device-history.policy.test.ts'],
    faults: [
      ['this.facts.roles.length === 1 && ', ''],
      ['has(`${this.facts.host}.user.device`)', "has('org.user.device')"],
    ],
  },
  {
    area: 'audit',
    file: 'api/src/auth/authorize.ts',
    tests: ['api/test/contract/audit.test.ts'],
    faults: [
      ["audit !== 'write') return;", "audit !== 'read') return;"],
      ['for (const id of reading.patients) reading.recorded.add(id);', ''],
    ],
  },
];
