/** What keeps a portal that others can reach from running as a trial, or from sending in plain text (decisions/137). */

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The environments that NODE_ENV may name; none is development. */
const ENVIRONMENTS = ['development', 'test', 'production'];

/** Returns what is wrong with NODE_ENV, in one line: "Production" would be a trial with public passwords. */
export const refusedEnvironment = (value: string | undefined): string | null =>
  value === undefined || value === '' || ENVIRONMENTS.includes(value)
    ? null
    : `NODE_ENV must be one of ${ENVIRONMENTS.join(', ')}, not "${value}".`;

/** Returns what is wrong with the portal's own address, in one line; null when nothing is. */
export function refusedAddress(publicUrl: string, { production, plaintext }: Exposure): string | null {
  const { protocol, hostname, href, origin } = new URL(publicUrl);
  if (href !== `${origin}/`) return 'PUBLIC_URL must be a scheme and a host, without a path, a user or a query.';
  if (!production && (protocol === 'https:' || !LOOPBACK.test(hostname)))
    return 'PUBLIC_URL names an address that others can reach: set NODE_ENV=production. A trial has public passwords, and shows its mails.';
  return production && protocol === 'http:' && !plaintext ? mustBe('PUBLIC_URL', 'https://') : null;
}

export interface Exposure {
  production: boolean;
  /** ALLOW_PLAINTEXT=1: the operator protects the way to other systems, or tries the production build. */
  plaintext: boolean;
}

const mustBe = (name: string, what: string): string =>
  `${name} must be ${what} in production, or ALLOW_PLAINTEXT=1 says that others cannot read along.`;

/**
 * Returns what is wrong with the address of another system, in one line; null when nothing is. A mail server takes TLS at
 * once (smtps), or must offer it before anything is sent (requireTLS); options that undo this are refused.
 */
export function refusedTarget(name: string, address: string, { production, plaintext }: Exposure): string | null {
  if (!production || plaintext) return null;
  const { protocol, searchParams } = new URL(address);
  if (!/^smtps?:$/.test(protocol)) return protocol === 'https:' ? null : mustBe(name, 'https://');
  const undone = ['secure', 'ignoreTLS', 'tls.rejectUnauthorized'].some((option) => searchParams.has(option));
  const isProtected = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
  return isProtected && !undone ? null : mustBe(name, 'smtps://, or smtp:// with ?requireTLS=true,');
}

/** A random secret has far more different parts than this: fewer are typed, or repeat. */
const LEAST_DIFFERENT = { bytes: 16, characters: 8 };

/** Whether 32 bytes cannot be random, such as zeros. */
export const isWeakKey = (key: Buffer): boolean => new Set(key).size < LEAST_DIFFERENT.bytes;

/** Whether a text of 32 characters or more cannot be random. */
export const isWeakSecret = (secret: string): boolean => new Set(secret).size < LEAST_DIFFERENT.characters;

/**
 * Returns whether there are demo data, whose users have a public password: in the embedded database, in another one when
 * DEMO_DATA asks for them, and never in production. A text says what is wrong with the variable, in one line.
 */
export function isDemo(
  asked: string | undefined,
  { production, embedded }: { production: boolean; embedded: boolean },
): boolean | string {
  if (!['', '0', '1', undefined].includes(asked)) return 'DEMO_DATA must be 0 or 1.';
  if (production && asked === '1')
    return 'DEMO_DATA is not for production: its users have a password that everyone knows. Unset it; `npm run first-user` makes the first user.';
  return asked ? asked === '1' : !production && embedded;
}
