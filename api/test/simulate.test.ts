import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { printICodes } from '../scripts/simulate-icode.ts';
import { admin, asViewer, make, makeHistory, makeMachine, makePatient, running, usePortal, type Ref } from './harness.ts';

usePortal();

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The command as a person runs it, on the database of this test. */
async function simulate(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const env = { ...process.env, DATABASE_URL: running().adminUrl, NODE_OPTIONS: '' };
  return run(process.execPath, ['--import', 'tsx', 'api/scripts/simulate.ts', ...args], { cwd: ROOT, env }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, out: stdout, error: stderr }),
  );
}

/** Period and grouped code of every printed line. */
const codesIn = (out: string) => [...out.matchAll(/^ +(\d+) d +((?:\d{4} ){4}\d) /gm)].map((line) => ({ period: Number(line[1]), icode: line[2]! }));

const COLLECTED = '2026-05-01';
const DAY = 86_400_000;

async function nights(patient: Ref, machine: Ref, from: number, to: number, row: object) {
  for (let age = from; age <= to; age += 1) {
    const night = new Date(Date.parse(COLLECTED) - age * DAY).toISOString().slice(0, 10);
    await make('usage_nights', { org_id: patient.orgId, patient_id: patient.id, machine_org_id: machine.orgId, machine_id: machine.id, night, source: 'wireless', overruled: false, minutes: 0, ahi: null, pressure: null, p95: null, leak: null, ...row });
  }
}

describe('npm run simulate -- icode', () => {
  test("prints a code for every period from the device's nights, and the portal reads each back", async () => {
    const viewer = await asViewer();
    const [former, patient] = [await makePatient(viewer.orgId), await makePatient(viewer.orgId)];
    const machine = await makeMachine(viewer.orgId);
    await makeHistory(former, machine, { start_date: '2025-01-01', end_date: '2026-03-22' });
    await makeHistory(patient, machine, { start_date: '2026-03-22' });
    await nights(former, machine, 41, 60, { minutes: 600, pressure: 15, p95: 18 });
    await nights(patient, machine, 1, 40, { minutes: 300, ahi: 2.5, pressure: 8, p95: 10, leak: 10 });
    await nights(patient, machine, 1, 5, { source: 'sd', overruled: true, minutes: 100 });

    const { code, out } = await simulate('icode', '--serial', machine.serial.toLowerCase(), '--date', COLLECTED);
    expect(code).toBe(0);
    const printed = codesIn(out);
    expect(printed.map(({ period }) => period)).toEqual([1, 7, 30, 60, 90, 182, 365]);
    const reports = [];
    for (const rows of [printed.slice(0, 4), printed.slice(4)]) {
      const codes = rows.map(({ icode }) => ({ collected: COLLECTED, icode }));
      reports.push(...(await viewer.rest('POST', '/api/icode-reports', { patient_id: patient.id, serial: machine.serial, codes })).body.data);
    }
    const expected = [[1, 1, 0, 300], [7, 7, 0, 300], [30, 30, 30, 300], [60, 40, 30, 200], [90, 40, 30, 135], [182, 40, 30, 65], [365, 40, 30, 35]];
    expect(reports).toMatchObject(expected.map(([icode_period, compliant_days, best30, minutes]) => ({
      icode_period, compliant_days, best30, minutes, pressure: 8, p95: 10, ahi: 2.5, sni: 0, leak: 0,
    })));
  });

  test('a device without nights shows zeros', async () => {
    const machine = await makeMachine((await asViewer()).orgId);
    const lines: string[] = [];
    await printICodes(admin, machine.serial, undefined, (line) => lines.push(line));
    expect(codesIn(lines.join('\n'))).toHaveLength(7);
    expect(lines.at(-1)).toMatch(/^ +365 d +[\d ]+ +0 +0 +0 +- +- +0\.0 +0 %$/);
  });

  test('what cannot be printed is refused in one clear line', async () => {
    const { orgId } = await asViewer();
    const { serial } = await makeMachine(orgId);
    const real = await makeMachine(orgId, { simulated: false });
    const refusals: [string, string | undefined, string][] = [
      ['ZZ999999999', undefined, 'No device has the serial number "ZZ999999999".'],
      [real.serial, undefined, `${real.serial} is a real device: only simulated ones show IC1 codes.`],
      [serial, '05/01/2026', '"05/01/2026" is not a date. Write it as YYYY-MM-DD.'],
      [serial, '2026-02-30', '"2026-02-30" is not a date. Write it as YYYY-MM-DD.'],
      [serial, '2999-01-01', '2999-01-01 is in the future: a device shows the codes of today'],
    ];
    for (const [text, date, line] of refusals) await expect(printICodes(admin, text, date, () => undefined)).rejects.toThrow(line);
    expect(await simulate('icode', '--serial', 'ZZ999999999')).toEqual({ code: 1, out: '', error: 'No device has the serial number "ZZ999999999".\n' });
    expect(await simulate('icode')).toEqual({ code: 1, out: '', error: 'Usage: npm run simulate -- icode --serial <serial> [--date YYYY-MM-DD]\n' });
  });
});
