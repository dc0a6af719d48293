import { jest } from '@jest/globals';
import { running } from './harness.ts';

/** Jobs, the audit lines and refusals that wait, and the watch over the sessions of sockets send theirs at any time. */
const AT_ANY_TIME =
  /\bmails\b|suppressed_emails|security_events|pg_advisory_xact_lock\(|insert into audit_log|\?::bytea\[\]|^delete from \w+ where \w+ < now\(\)/;

/** The statements that requests send on the connections of sign-in while `fn` runs. */
export async function signInStatements(fn: () => Promise<unknown>): Promise<string[]> {
  const connection = running().app.db.pools.auth.em.getConnection() as unknown as {
    execute: (sql: unknown) => unknown;
  };
  const sent = jest.spyOn(connection, 'execute');
  try {
    await fn();
    const texts = sent.mock.calls.map(([query]) => (typeof query === 'string' ? query : JSON.stringify(query)));
    return texts.filter((text) => !AT_ANY_TIME.test(text));
  } finally {
    sent.mockRestore();
  }
}
