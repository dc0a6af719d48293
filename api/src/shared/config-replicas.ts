const MOST = 16;

/**
 * Returns the addresses of DATABASE_REPLICA_URLS. A text is one readable line, without a part of an address: a login, a
 * database or another scheme is refused, because the portal's own logins read there, in the database of DATABASE_URL.
 */
export function replicasOf(value: string | undefined): string[] | string {
  const addresses = (value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  if (addresses.length > MOST) return `DATABASE_REPLICA_URLS must have at most ${MOST} addresses.`;
  for (const address of addresses) {
    const url = URL.parse(address);
    if (!url?.hostname || !['postgres:', 'postgresql:'].includes(url.protocol))
      return 'DATABASE_REPLICA_URLS must be addresses that start with postgres: or postgresql://, between commas.';
    if (url.username || url.password || !['', '/'].includes(url.pathname))
      return 'DATABASE_REPLICA_URLS names hosts only, as postgres://HOST:PORT: no user, password or database.';
  }
  return addresses;
}
