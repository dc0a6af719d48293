import { watchStatements } from './watch-statements.ts';

/** Jobs, the audit lines and refusals that wait, and the watch over the sessions of sockets send theirs at any time. */
const AT_ANY_TIME =
  /\bmails\b|suppressed_emails|security_events|pg_advisory_xact_lock\(|insert into "?audit_log|\$\d+::bytea\[\]|^delete from "?\w+"? where "?\w+"? < now\(\)/;

/** The statements that requests send on the connections of sign-in while `fn` runs. */
export async function signInStatements(fn: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  await watchStatements(['auth'], { statement: (text) => void texts.push(text) }, fn);
  return texts.filter((text) => !AT_ANY_TIME.test(text));
}
