/** The application of the Pusher protocol. */
export interface Realtime {
  appId: string;
  key: string;
  secret: string;
}

type Environment = Partial<Record<'REALTIME_APP_ID' | 'REALTIME_KEY' | 'REALTIME_SECRET', string>>;
/** Public, because it is in the code: for trials, never for production. */
const DEMO: Realtime = { appId: 'airlog', key: 'airlog-demo-key', secret: 'airlog-demo-secret' };

/**
 * Returns the application of the Pusher protocol, null when there are no subscriptions, or one readable line that says what
 * is wrong.
 */
export function realtimeOf(env: Environment, production: boolean): Realtime | string | null {
  const { REALTIME_APP_ID: appId, REALTIME_KEY: key, REALTIME_SECRET: secret } = env;
  if ([appId, key, secret].every((value) => value === undefined)) return production ? null : DEMO;
  if ([appId, key, secret].every((value) => !value)) return null;
  if (!appId || !key || !secret)
    return 'REALTIME_APP_ID, REALTIME_KEY and REALTIME_SECRET belong together: set all three, or none.';
  if (!/^[\w-]{1,64}$/.test(appId)) return 'REALTIME_APP_ID must be 1 to 64 letters, digits, - or _.';
  // The key is part of addresses and comes before the colon of every signature.
  if (!/^[\w-]{8,64}$/.test(key)) return 'REALTIME_KEY must be 8 to 64 letters, digits, - or _.';
  if (secret.length < 16) return 'REALTIME_SECRET must have at least 16 characters.';
  if (production && secret === DEMO.secret) return 'REALTIME_SECRET is the one of the demo; production needs its own.';
  return { appId, key, secret };
}
