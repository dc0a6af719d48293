import { beforeAll, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import {
  admin,
  asViewer,
  makeOrganization,
  makePatient,
  running,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36';

let orgId: number;
let boss: TestViewer;
let support: TestViewer;

beforeAll(async () => {
  orgId = await makeOrganization();
  boss = await asViewer({ orgId });
  support = await asViewer({ kind: 'support' });
});

/** The lines of a file. */
async function fileOf(who: TestViewer, path: string): Promise<string[]> {
  const { status, text } = await who.rest('GET', `${path}${path.includes('?') ? '&' : '?'}csv=true`);
  expect(status).toBe(200);
  return text.replace('\ufeff', '').trimEnd().split('\r\n');
}

describe('the file of', () => {
  test('the login history has browser and system by name, and guards a user agent that is a formula', async () => {
    const user = await asViewer({ orgId });
    await admin.query('delete from logins where user_id = $1', [user.userId]);
    await admin.query(
      `insert into logins (id, org_id, user_id, session_hash, ip, user_agent, login_at, logout_at)
       values (9001, $1, $2, '\\x01', '10.0.0.7', $3, '2026-05-01T18:00:00Z', '2026-05-01T19:00:00Z'), (9002, $1, $2, '\\x02', null, '=HYPERLINK("x")', '2026-05-02T18:00:00Z', null)`,
      [orgId, user.userId, CHROME],
    );
    expect(await fileOf(boss, `/api/users/${user.userId}/history/datatable`)).toEqual([
      'ID,User Agent,Browser,Address,Login (America/New_York),Logout (America/New_York)',
      `9002,"'=HYPERLINK(""x"")",,,2026-05-02T14:00:00.000-04:00,`,
      `9001,"${CHROME}",Chrome on Windows,10.0.0.7,2026-05-01T14:00:00.000-04:00,2026-05-01T15:00:00.000-04:00`,
    ]);
  });

  test('the audit log has the fields with their values before and after', async () => {
    const user = await asViewer({ orgId });
    await admin.query('delete from user_changes where user_id = $1', [user.userId]);
    await admin.query("update users set first_name = '=1+1' where id = $1", [user.userId]);
    const [titles, line] = await fileOf(boss, `/api/users/${user.userId}/audit_log/datatable`);
    expect(titles).toBe('ID,Subject Type,Subject ID,Event,Properties,Time (America/New_York)');
    expect(line).toMatch(
      new RegExp(
        `^\\d+,User,${user.userId},updated,"{""first_name"":{""after"":""=1\\+1"",""before"":""[^"]+""}}",.+-0[45]:00$`,
      ),
    );
  });

  test('an activity log hides the values of patients as the page does, and its own line has no ids of patients', async () => {
    const patient = await makePatient(orgId);
    const helper = await asViewer({ kind: 'support' });
    await helper.rest('GET', `/api/patients/${patient.id}`);
    await running().app.readLog.flush();
    const path = `/api/support/activity-logs/user/${helper.userId}`;
    const blind = await asViewer({ kind: 'support', can: ['viewAny.user', 'view.user', 'export.user'] });
    const hidden = await fileOf(blind, path);
    expect(hidden[0]).toBe('Event,Description,Properties,Time (America/New_York)');
    expect(hidden[1]).toContain(
      'GET /api/patients/{id},Read a patient\'s record (patients that you may not see),"{""id"":null,""patients"":null}",',
    );
    const reader = await asViewer({ kind: 'support' });
    expect((await fileOf(reader, path))[1]).toContain(`"{""id"":""${patient.id}"",""patients"":[${patient.id}]}"`);
    expect(await linesOf(reader)).toEqual([expect.objectContaining({ outcome: 'exported', patients: [] })]);
  });

  test('the index of support has user, organization, outcome and address', async () => {
    const [titles, ...lines] = await fileOf(
      support,
      `/api/support/activity-logs/datatable?user_id=${support.userId}&outcome=denied`,
    );
    expect(titles).toBe(
      'ID,User ID,Organization ID,Outcome,Address,Event,Description,Properties,Time (America/New_York)',
    );
    expect(lines).toEqual([]);
  });

  test('the roles has id, name, label and portal, in Spanish for a Spanish viewer', async () => {
    const reader = await asViewer({ kind: 'support', locale: 'es' });
    const lines = await fileOf(reader, '/api/support/role/datatable');
    expect(lines[0]).toBe('ID,Nombre,Rol,Portal');
    expect(lines).toContain('8,location.clinical.staff,Personal clínico de ubicación,org');
  });
});
