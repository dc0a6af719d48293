import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { csrfToken } from '../../src/auth/cookies.ts';
import { hashSessionId } from '../../src/sign-in/session-read.ts';
import { insertRows, userRow } from '../../src/db/factories.ts';
import type { Config } from '../../src/shared/config.ts';
import { LIST_QUERY } from './baseline/list-query.ts';
import { percentile, type Figure } from './figures.ts';
import { show, timed } from './paced.ts';
import { PATIENT_PAGE_QUERY } from './patient-page.ts';

const USERS = 200;
const THINK_MS = 2000;
const WARM_UP_MS = 10_000;
const MEASURED_MS = 60_000;
const HOME = '{ dashboard { cards { kind count countIsCapped } } }';

interface SignedIn {
  headers: Record<string, string>;
  /** The patients whose pages the user opens. */
  patients: number[];
}

/** Writes staff of the organization of a demo login, with its role and a session each. */
async function signedIn(admin: pg.Client, config: Config, email: string): Promise<SignedIn[]> {
  const { rows } = await admin.query<{ orgId: number; userId: number; patients: number[] }>(
    `select u.org_id as "orgId", u.id as "userId", (select array_agg(p.id) from patients p where p.org_id = u.org_id) as patients
       from users u where u.email = $1`,
    [email],
  );
  const { orgId, userId, patients } = rows[0]!;
  const users = await insertRows(
    admin,
    'users',
    Array.from({ length: USERS }, () => userRow(orgId)),
  );
  await admin.query(
    `insert into user_roles (org_id, user_id, role_id)
     select r.org_id, u.id, r.role_id from user_roles r cross join unnest($2::int[]) u (id) where r.user_id = $1`,
    [userId, users],
  );
  const idOf = (id: number) => `bench-user-${id}`;
  await insertRows(
    admin,
    'sessions',
    users.map((id) => ({
      id_hash: `\\x${hashSessionId(idOf(id)).toString('hex')}`,
      org_id: orgId,
      user_id: id,
      stage: 'full',
      created_at: new Date(),
      last_seen_at: new Date(),
    })),
    'user_id',
  );
  return users.map((id) => ({
    headers: {
      cookie: `airlog_session=${idOf(id)}`,
      'x-xsrf-token': csrfToken(config, idOf(id)),
      'x-requested-with': 'XMLHttpRequest',
    },
    patients,
  }));
}

/** What a user opens, in turn: the home page, a page of patients, and two of the patients. */
function bodyOf(patients: number[], nth: number): string {
  const patient = patients[Math.floor(Math.random() * patients.length)];
  const queries = [{ query: HOME }, { query: LIST_QUERY }];
  return JSON.stringify(queries[nth % 4] ?? { query: PATIENT_PAGE_QUERY, variables: { id: String(patient) } });
}

/** Measures the answers to users who each think for 2 seconds after one. */
export async function benchUsers(origin: string, email: string, config: Config, adminUrl: string): Promise<Figure[]> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const agent = new Agent({ keepAlive: true });
  try {
    const users = await signedIn(admin, config, email);
    const begin = performance.now() + WARM_UP_MS;
    const end = begin + MEASURED_MS;
    const times: number[] = [];
    let failed = 0;
    const act = async ({ headers, patients }: SignedIn, index: number) => {
      await wait((index * THINK_MS) / USERS);
      for (let nth = index; performance.now() < end; nth += 1) {
        const asked = performance.now();
        const time = await timed(agent, `${origin}/graphql`, headers, bodyOf(patients, nth));
        if (time === null) failed += 1;
        else if (asked >= begin) times.push(time);
        await wait(THINK_MS);
      }
    };
    await Promise.all(users.map(act));
    const perSecond = (times.length / MEASURED_MS) * 1000;
    return [
      {
        name: `${USERS} users who think for ${THINK_MS / 1000} s: home page, patients, pages of patients (target: 0 errors, p99 1 s)`,
        value: `${show(times)}, longest ${percentile(times, 1).toFixed(0)} ms, ${failed} errors, ${perSecond.toFixed(0)} a second`,
      },
    ];
  } finally {
    agent.destroy();
    await admin.end();
  }
}
