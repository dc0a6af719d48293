import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { printICodes } from '../scripts/simulate-icode.ts';
import { play } from '../scripts/simulate/commands.ts';
import { behaviorOf, type Shares } from '../scripts/simulate/behavior.ts';
import { Fleet, type FleetOptions } from '../scripts/simulate/fleet.ts';
import { assignedMachines } from '../scripts/simulate/machines.ts';
import { defaultSettings } from '../src/device-settings/settings-catalog.rules.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  superuserUrl,
  usePortal,
  type Ref,
} from './harness.ts';

usePortal();

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Runs the command as a user would, on the database of this test. */
async function simulate(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const env = { ...process.env, DATABASE_URL: superuserUrl(), NODE_OPTIONS: '' };
  return run(process.execPath, ['--import', 'tsx', 'api/scripts/simulate.ts', ...args], { cwd: ROOT, env }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      out: stdout,
      error: stderr,
    }),
  );
}

/** Runs the same inside this process. */
async function played(...args: string[]): Promise<{ out: string; error: string | null }> {
  const lines: string[] = [];
  const config = { ...running().app.config, databaseUrl: superuserUrl() };
  const error = await play(config, args, {
    say: (line) => void lines.push(line),
    stop: new AbortController().signal,
  }).then(
    () => null,
    ({ message }: Error) => message,
  );
  return { out: lines.join('\n'), error };
}

/** Period and grouped code of every printed line. */
const codesIn = (out: string) =>
  [...out.matchAll(/^ +(\d+) d +((?:\d{4} ){4}\d) /gm)].map((line) => ({ period: Number(line[1]), icode: line[2]! }));

const COLLECTED = '2026-05-01';
const DAY = 86_400_000;

async function nights(patient: Ref, machine: Ref, from: number, to: number, row: object) {
  for (let age = from; age <= to; age += 1) {
    const night = new Date(Date.parse(COLLECTED) - age * DAY).toISOString().slice(0, 10);
    await make('usage_nights', {
      org_id: patient.orgId,
      patient_id: patient.id,
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night,
      source: 'wireless',
      overruled: false,
      minutes: 0,
      ahi: null,
      pressure: null,
      p95: null,
      leak: null,
      ...row,
    });
  }
}

describe('npm run simulate -- icode', () => {
  test("prints a code for every period from the device's nights, and the portal decodes each", async () => {
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
      reports.push(
        ...(await viewer.rest('POST', '/api/icode-reports', { patient_id: patient.id, serial: machine.serial, codes }))
          .body.data,
      );
    }
    const expected = [
      [1, 1, null, 300],
      [7, 7, null, 300],
      [30, 30, 30, 300],
      [60, 40, 30, 200],
      [90, 40, 30, 135],
      [182, 40, 30, 65],
      [365, 40, 30, 35],
    ];
    expect(reports).toMatchObject(
      expected.map(([icode_period, compliant_days, best30, minutes]) => ({
        icode_period,
        compliant_days,
        best30,
        minutes,
        pressure: 8,
        p95: 10,
        ahi: 2.5,
        sni: 0,
        leak: 0,
      })),
    );
  });

  test('the free device of the tour has 40 nights, the same on every call, so that the tour ends in real figures', async () => {
    await makeMachine((await asViewer()).orgId, { serial: 'A3900012345' });
    const print = async () => {
      const lines: string[] = [];
      await printICodes(admin, 'A3900012345', undefined, (line) => lines.push(line));
      return lines;
    };
    const lines = await print();
    expect(lines[0]).toMatch(/ 40 nights in memory/);
    expect(lines.filter((line) => / +0 +0 +0 +- +- /.test(line))).toEqual([]);
    expect(lines.find((line) => line.startsWith('  30 d'))).toMatch(/ +[12]?\d|30 +[1-9]/);
    expect(await print()).toEqual(lines);
  });

  test('a device without nights shows zeros', async () => {
    const machine = await makeMachine((await asViewer()).orgId);
    const lines: string[] = [];
    await printICodes(admin, machine.serial, undefined, (line) => lines.push(line));
    expect(codesIn(lines.join('\n'))).toHaveLength(7);
    expect(lines.at(-1)).toMatch(/^ +365 d +[\d ]+ +0 +0 +0 +- +- +0\.0 +0 %$/);
  });

  test('input that cannot be printed is refused with one clear line', async () => {
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
    for (const [text, date, line] of refusals)
      await expect(printICodes(admin, text, date, () => undefined)).rejects.toThrow(line);
    expect(await simulate('icode', '--serial', 'ZZ999999999')).toEqual({
      code: 1,
      out: '',
      error: 'No device has the serial number "ZZ999999999".\n',
    });
    for (const args of [
      ['icode'],
      ['device'],
      ['fleet'],
      ['device', '--serial', serial, '--answer', 'perhaps'],
      ['--unknown'],
    ]) {
      expect(await played(...args)).toEqual({
        out: '',
        error: expect.stringMatching(/^Usage: npm run simulate -- icode --serial <serial> \[--date YYYY-MM-DD\]\n/),
      });
    }
  });
});

/** A device of a patient, optionally with a pending change. */
async function assigned(change?: object): Promise<{ serial: string; history: number; machine: number }> {
  const { orgId } = await asViewer();
  const [patient, machine] = [await makePatient(orgId), await makeMachine(orgId)];
  const history = await makeHistory(patient, machine, { start_date: '2020-01-01' });
  const record = { org_id: orgId, patient_id: patient.id, history_id: history, created_at: new Date() };
  await make('settings_records', { ...record, status: 'current', values: defaultSettings('cpap'), is_edit: false });
  if (change)
    await make('settings_records', {
      ...record,
      status: 'pending',
      values: { ...defaultSettings('cpap'), ...change },
      is_edit: true,
    });
  return { serial: machine.serial, history, machine: machine.id };
}
const statusesOf = async (history: number) =>
  (await admin.query('select status from settings_records where history_id = $1 order by id', [history])).rows.map(
    ({ status }) => status as string,
  );
const url = () => `http://127.0.0.1:${running().port}`;

describe('npm run simulate -- device', () => {
  test('delivers a pending change, and prints each step', async () => {
    const { serial, history, machine } = await assigned({ min_apap: 8 });
    const { error, out } = await played('device', '--serial', serial, '--url', url());
    expect([error, await statusesOf(history)]).toEqual([null, ['past', 'current']]);
    expect(out).toMatch(
      /^Session \d+ opened through a PC;.*\nFetched change \d+: min_apap 5 → 8\.\nAnswered: accepted\.\nReported 19 settings.*\nSent 3 nights: (\S+ stored(, )?){3}\.\nSession ended\.$/m,
    );
    expect(
      (await admin.query('select exit_flag, terminal_type from connections where machine_id = $1', [machine])).rows,
    ).toEqual([{ exit_flag: 'ok', terminal_type: 3 }]);
  });

  test.each([
    ['clamp', ['past', 'past', 'current']],
    ['refuse', ['current', 'failed']],
  ])('does %s a change on request', async (answer, after) => {
    const { serial, history } = await assigned({ min_apap: 8 });
    expect((await played('device', '--serial', serial, '--answer', answer, '--url', url())).error).toBeNull();
    expect(await statusesOf(history)).toEqual(after);
  });

  test('needs a portal that answers', async () => {
    const { serial } = await assigned();
    expect(await played('device', '--serial', serial, '--url', 'http://127.0.0.1:1')).toEqual({
      out: '',
      error:
        'The portal does not answer at http://127.0.0.1:1. Start it with npm start, or name another address with --url.',
    });
  });
});

describe('npm run simulate -- fleet', () => {
  const GOOD: Shares = { offline: 0, refusing: 0, slow: 0, duplicate: 0, drift: 0 };
  const fleetOf = async (devices: number, options: Partial<FleetOptions> = {}) =>
    new Fleet(await assignedMachines(admin, devices), running().app.config, {
      minutes: 0,
      shares: GOOD,
      seed: 7,
      origin: url(),
      ...options,
    });

  test('connects every device once and reports the results of its changes', async () => {
    for (const minApap of [6, 6.5, 7]) await assigned({ min_apap: minApap });
    const { out, error } = await played('fleet', '--devices', '3', '--minutes', '0', '--url', url());
    expect(error).toBeNull();
    expect(out).toMatch(/devices +sessions +offline .*\n +3 +3 +0 +/);
  });

  test('with every call sent twice and clocks that are off has each effect once', async () => {
    const devices: Awaited<ReturnType<typeof assigned>>[] = [];
    for (let nth = 0; nth < 6; nth += 1) devices.push(await assigned({ min_apap: 6 }));
    const tally = await (await fleetOf(6, { shares: { ...GOOD, duplicate: 1, drift: 1 } })).run();
    expect(tally).toMatchObject({ sessions: 6, failed: 0, contradicted: 0, reasons: [] });
    expect(tally.accepted + tally.clamped).toBe(6);
    const { rows } = await admin.query(
      'select machine_id, night, count(*)::int as rows from usage_nights where machine_id = any ($1) group by 1, 2',
      [devices.map(({ machine }) => machine)],
    );
    expect(rows.filter(({ rows: count }) => count !== 1)).toEqual([]);
    for (const { history } of devices)
      expect((await statusesOf(history)).filter((status) => status === 'current')).toHaveLength(1);
  });

  test('that refuses everything leaves nothing delivered, and one that is offline changes nothing', async () => {
    const { history } = await assigned({ min_apap: 7 });
    expect(await (await fleetOf(1, { shares: { ...GOOD, offline: 1 } })).run()).toMatchObject({
      offline: 1,
      sessions: 0,
    });
    expect(await statusesOf(history)).toEqual(['current', 'pending']);
    expect(await (await fleetOf(1, { shares: { ...GOOD, refusing: 1 } })).run()).toMatchObject({
      refused: 1,
      accepted: 0,
    });
    expect(await statusesOf(history)).toEqual(['current', 'failed']);
  });

  test('behaves the same for the same seed, and a larger share of one fault moves no device into another', () => {
    const serials = Array.from({ length: 400 }, (_, nth) => `A${10_000_000 + nth}`);
    const shares = { offline: 0.05, refusing: 0.05, slow: 0.05, duplicate: 0.05, drift: 0.05 };
    const play = (seed: number, given: Shares) => serials.map((serial) => behaviorOf(seed, serial, given));
    expect(play(7, shares)).toEqual(play(7, shares));
    expect(play(8, shares)).not.toEqual(play(7, shares));
    expect(play(7, { ...shares, offline: 0.5 }).map(({ refusing }) => refusing)).toEqual(
      play(7, shares).map(({ refusing }) => refusing),
    );
    expect(play(7, { ...shares, offline: 1 }).every(({ offline }) => offline)).toBe(true);
  });

  test('that is stopped ends the open sessions and starts no others', async () => {
    await assigned();
    const stop = new AbortController();
    const fleet = await fleetOf(3, { minutes: 60 });
    const run = fleet.run(stop.signal);
    while (fleet.tally.sessions === 0) await new Promise((resolve) => setTimeout(resolve, 10)); // the first has its turn at once, the next in twenty minutes
    stop.abort();
    expect(await run).toMatchObject({ devices: 3, sessions: 1, failed: 0 });
  });

  test('cannot have more devices than patients have, nor shares beyond a hundred', async () => {
    expect((await played('fleet', '--devices', '5000', '--url', url())).error).toMatch(
      /^Only \d+ simulated devices are assigned to patients\./,
    );
    for (const args of [
      ['--devices', '0'],
      ['--devices', 'x'],
      ['--devices', '1', '--offline', '101%'],
      ['--devices', '1', '--minutes=-1'],
    ]) {
      expect((await played('fleet', ...args)).error).toMatch(/^--\w+ must be a /);
    }
  });
});
