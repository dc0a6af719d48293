import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { deviceHistoryRow, insertRows, machineRow, organizationRow, patientRow } from '../src/db/factories.ts';
import { portalProcess, type PortalProcess } from './portal-process.ts';
import { TEST_KEY } from './secrets.ts';
import { copyTemplate, type TestDatabase } from './template.ts';

/** What a test has of a portal that it kills. */
interface KilledPortal {
  database: TestDatabase;
  /** For queries and fixtures. */
  admin: pg.Client;
  /** Holds a lock, so that the portal is interrupted in the middle. */
  holder: pg.Client;
  /** A patient with a device. */
  ids: { org: number; patient: number; machine: number; history: number };
  /** Not started yet. */
  portal: PortalProcess;
}

/** Makes a database for this test file, with a device of this serial that a patient has had since 2026, and its portal. */
export function useKilledPortal(serial: string): KilledPortal {
  const made = {} as KilledPortal;
  const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-kill-`));
  beforeAll(async () => {
    const database = await copyTemplate();
    const [admin, holder] = [database.url, database.url].map((url) => new pg.Client({ connectionString: url }));
    await Promise.all([admin!.connect(), holder!.connect()]);
    const insert = async (table: string, row: Record<string, unknown>) => (await insertRows(admin!, table, [row]))[0]!;
    const org = await insert('organizations', organizationRow());
    const patient = await insert('patients', patientRow(org));
    const machine = await insert('machines', machineRow(org, TEST_KEY, { serial }));
    const history = await insert('device_history', {
      ...deviceHistoryRow({ id: patient, orgId: org }, { id: machine, orgId: org }),
      start_date: '2026-01-01',
    });
    const portal = portalProcess(database.ownerUrl, dataDir);
    Object.assign(made, { database, admin, holder, portal, ids: { org, patient, machine, history } });
  });
  afterAll(async () => {
    await made.portal?.kill();
    await Promise.all([made.admin?.end(), made.holder?.end()]);
    await made.database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return made;
}

/** Waits until a condition holds: the test's own time limit ends it. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}
