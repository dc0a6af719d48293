import { digestOf } from '../auth/secret.ts';
import type { Scope } from '../auth/scopes.ts';
import { addDays, instant } from './calendar.ts';

type Row = Record<string, unknown>;

/** The demo user with an API key. */
export const DEMO_KEY_USER = 'personal.es@demo.airlog.test';
/** The demo user with personal access tokens. */
export const DEMO_TOKEN_USER = 'ep.staff@demo.airlog.test';

/** Days from today: when a token was created, ends and was last used. */
interface TokenDays {
  name: string;
  scopes: readonly Scope[];
  created: number;
  ends: number;
  used: number | null;
}

const TOKENS: readonly TokenDays[] = [
  { name: 'Monthly report', scopes: ['view.patient', 'export.patient'], created: -120, ends: -30, used: -31 },
  { name: 'Device monitor', scopes: ['org.user.device'], created: -85, ends: 5, used: -1 },
  {
    name: 'Appointment reminders',
    scopes: ['view.patient', 'org.user.device', 'send.org.message'],
    created: -10,
    ends: 350,
    used: null,
  },
];

/** A digest for which no one has the secret: the text is none, so the credentials of the demo open nothing. */
const digest = (text: string) => `\\x${digestOf(`demo: ${text}`).toString('hex')}`;

const time = (today: string, days: number) => instant(addDays(today, days), 54_000);

/** Rows of the tokens and the API key of the demo users: tokens that have expired, expire soon and were never used. */
export function demoCredentialRows(users: readonly Row[], today: string): { tokens: Row[]; keys: Row[] } {
  const of = (email: string) =>
    users.filter((user) => user.email === email).map(({ id, org_id }) => ({ org_id, user_id: id, created_by_id: id }));
  return {
    tokens: of(DEMO_TOKEN_USER).flatMap((owner) =>
      TOKENS.map(({ name, scopes, created, ends, used }, index) => ({
        ...owner,
        name,
        digest: digest(name),
        last_four: `dem${index + 1}`,
        scopes,
        created_at: time(today, created),
        expires_at: time(today, ends),
        last_used_at: used === null ? null : time(today, used),
      })),
    ),
    keys: of(DEMO_KEY_USER).map((owner) => ({
      ...owner,
      client_id: '5d0f3a52-7c1e-4b6a-9f0d-2a8c41b7e963',
      digest: digest('key'),
      last_four: 'demk',
      scopes: ['view.patient', 'org.user.device'],
      created_at: time(today, -40),
      renewed_at: time(today, -40),
      expires_at: time(today, 320),
      last_used_at: time(today, -1),
    })),
  };
}
