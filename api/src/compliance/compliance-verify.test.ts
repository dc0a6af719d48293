import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortal,
  type Ref,
} from '../../test/harness.ts';
import { addDays } from '../shared/dates.ts';
import { differenceText, rebuildCompliance, verifyCompliance, type ComplianceDifference } from './compliance-verify.ts';

usePortal();

const START = '2026-01-01';
const day = (number: number) => addDays(START, number - 1);

/** Runs `npm run compliance` on the database of the tests. */
async function command(argument: string): Promise<{ code: number; lines: string[] }> {
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', 'api/scripts/compliance.ts', argument], {
    env: { ...process.env, DATABASE_URL: running().adminUrl, NODE_OPTIONS: '' },
  });
  const { code = 0, stdout } = (await run.catch((error: { code: number; stdout: string }) => error)) as {
    code?: number;
    stdout: string;
  };
  return { code, lines: stdout.trim().split('\n') };
}

/** Waits until no recalculation waits in the queue. */
async function settled(): Promise<void> {
  for (;;) {
    const { rowCount } = await admin.query(
      "select from pgboss.job where name = 'recompute-compliance' and state < 'completed'",
    );
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('verification of the stored results', () => {
  let orgId: number;
  let met: Ref;
  let running90: Ref;

  const differences = async () => {
    const found: Omit<ComplianceDifference, 'seenBy'>[] = [];
    await verifyCompliance(admin, (some) => void found.push(...some.map(({ seenBy: _seenBy, ...one }) => one)));
    return found.filter(({ patientId }) => patientId === met.id || patientId === running90.id);
  };

  beforeAll(async () => {
    ({ orgId } = await asViewer());
    [met, running90] = [
      await makePatient(orgId, { therapy_start: START }),
      await makePatient(orgId, { therapy_start: START }),
    ];
    const machine = await makeMachine(orgId);
    await makeHistory(met, machine, { start_date: START });
    for (let number = 1; number <= 21; number += 1)
      await make('usage_nights', {
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        night: day(number),
        source: 'wireless',
        minutes: 300,
      });
    await settled();
    await rebuildCompliance(admin);
  });

  test('finds none in results that were computed from the nights', async () => {
    expect(await differences()).toEqual([]);
  });

  test('finds none in a result of an earlier day, whose window was another one', async () => {
    await admin.query(
      `update compliance_results set computed_at = '2026-02-10T12:00:00Z', window_start = $2, window_end = $3 where patient_id = $1`,
      [running90.id, day(30), day(59)],
    );
    expect(await differences()).toEqual([]);
    await admin.query("update compliance_results set computed_at = '2026-02-11T12:00:00Z' where patient_id = $1", [
      running90.id,
    ]);
    expect(await differences()).toEqual([
      {
        patientId: running90.id,
        stored: { window_start: day(30), window_end: day(59) },
        computed: { window_start: day(31), window_end: day(60) },
      },
    ]);
    await rebuildCompliance(admin);
    expect(await differences()).toEqual([]);
  });

  test('finds days to call that are not those of the codes, and a wrong day from which nights are short', async () => {
    await admin.query(
      "update compliance_results set call_on = '2026-02-01', call_until = '2026-03-01', short_on = short_on + 1 where patient_id = $1",
      [running90.id],
    );
    const [found] = await differences();
    expect(found).toMatchObject({
      patientId: running90.id,
      stored: { call_on: '2026-02-01', call_until: '2026-03-01' },
      computed: { call_on: null, call_until: null },
    });
    expect(addDays(found!.computed.short_on!, 1)).toBe(found!.stored!.short_on);
    await rebuildCompliance(admin);
    expect(await differences()).toEqual([]);
  });

  test('finds a changed figure, a missing result and an unknown night; the command prints them and ends with 1', async () => {
    await admin.query('update compliance_results set compliant_days = 22 where patient_id = $1', [met.id]);
    await admin.query('delete from compliance_results where patient_id = $1', [running90.id]);
    const found = await differences();
    expect(found.find(({ patientId }) => patientId === met.id)).toEqual({
      patientId: met.id,
      stored: { compliant_days: 22 },
      computed: { compliant_days: 21 },
    });
    expect(found.find(({ patientId }) => patientId === running90.id)).toMatchObject({ stored: null });
    expect(differenceText(found.find(({ patientId }) => patientId === met.id)!)).toBe(
      `patient ${met.id}: stored {"compliant_days":22}, computed {"compliant_days":21}`,
    );
    const { code, lines } = await command('--verify');
    expect(code).toBe(1);
    expect(lines).toContain(`patient ${met.id}: stored {"compliant_days":22}, computed {"compliant_days":21}`);
    expect(lines.at(-1)).toMatch(/^\d+ patients, [1-9]\d* differences$/);

    expect((await command('--rebuild')).code).toBe(0);
    expect(await differences()).toEqual([]);

    // A night that was written while the triggers were off: no job knows of it.
    await admin.query('begin');
    await admin.query('set local session_replication_role = replica');
    await admin.query('update usage_nights set minutes = 0 where patient_id = $1 and night = $2', [met.id, day(21)]);
    await admin.query('commit');
    expect(await differences()).toMatchObject([{ patientId: met.id, stored: { met_on: day(21) } }]);
    await rebuildCompliance(admin);
    const clean = await command('--verify');
    expect([clean.code, clean.lines.at(-1)]).toEqual([0, expect.stringMatching(/^\d+ patients, 0 differences$/)]);
  });
});
