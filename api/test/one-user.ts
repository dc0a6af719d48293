import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { csrfToken } from '../src/auth/cookies.ts';
import { hashSessionId } from '../src/sign-in/session-read.ts';
import type { Portal } from '../src/start.ts';

/** Fills an empty database with a provider and an administrator who is signed in. Returns the value of their cookie. */
export async function makeOneUser(admin: pg.Client): Promise<string> {
  const session = randomBytes(32).toString('base64url');
  await admin.query("insert into organizations (name, type_id, draft, active) values ('One', 1, false, true)");
  await admin.query(
    "insert into users (org_id, email, first_name, last_name, email_verified_at) values (1, 'a@b.test', 'A', 'B', now())",
  );
  await admin.query('insert into user_roles (org_id, user_id, role_id) values (1, 1, 1)');
  await admin.query("insert into sessions (id_hash, org_id, user_id, stage) values ($1, 1, 1, 'full')", [
    hashSessionId(session),
  ]);
  return session;
}

/** Sends a request of the user of a session, and returns what tests of lost databases look at. */
export async function askAs(portal: Portal, session: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${portal.port}${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: {
      cookie: `airlog_session=${session}`,
      'x-xsrf-token': csrfToken(portal.app.config, session),
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
    },
  });
  return { status: response.status, retry: response.headers.get('retry-after'), text: await response.text() };
}
