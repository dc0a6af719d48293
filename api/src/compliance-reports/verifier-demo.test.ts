import { beforeAll, expect, test } from '@jest/globals';
import {
  admin,
  anonymous,
  asViewer,
  running,
  superuserUrl,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { recompute, verify } from '../../verifier/airlog-verify.mjs';
import { seedDemo } from '../demo/seed.ts';
import { addDays } from '../shared/dates.ts';
import { issueComplianceReportsJob } from './compliance-batches.jobs.ts';

const START =
  'mutation ($input: StartComplianceBatchInput!) { startComplianceBatch(input: $input) { batch { id } userErrors { code } } }';
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

usePortalHere();
let viewer: TestViewer;
let keys: string;
beforeAll(async () => {
  await seedDemo(superuserUrl(), running().app.config, { today: today(), patients: 240 });
  viewer = await asViewer({ orgId: 1, can: ['view.patient', 'export.patient'] });
});

/** Issues a report of each demo patient in therapy and returns the files. */
async function filesOf(ruleId: string, asOf: string): Promise<string[]> {
  const { rows: patients } = await admin.query<{ id: number }>(
    'select id from patients where org_id = $1 and therapy_start is not null order by id limit 500',
    [viewer.orgId],
  );
  const { data } = await viewer.gql(START, {
    input: { selection: { patientIds: patients.map(({ id }) => String(id)) }, ruleId, asOf },
  });
  const batchId = Number(data.startComplianceBatch.batch.id);
  await runJob(issueComplianceReportsJob, { batchId, userId: viewer.userId });
  const { rows } = await admin.query<{ code: string | null }>(
    `select l ->> 'code' as code from compliance_batches b, jsonb_array_elements(b.lines) l where b.id = $1`,
    [batchId],
  );
  keys = (await anonymous().rest('GET', '/.well-known/airlog-report-keys.json')).text;
  expect(rows).toHaveLength(patients.length);
  const files: string[] = [];
  // A patient without a therapy start that was known on the date has no report.
  for (const { code } of rows) if (code !== null) files.push((await viewer.rest('GET', `/api/verify/${code}`)).text);
  return files;
}

test.each([
  ['cms-pap', 0],
  ['cms-pap', -30],
  ['ncd-240.9', -10],
  ['payer-example', 0],
])('the report of every demo patient under %s, %i days from today, is valid', async (ruleId, days) => {
  const files = await filesOf(ruleId, addDays(today(), days));
  expect(files.length).toBeGreaterThan(50);
  const states = new Set<unknown>();
  for (const file of files) {
    const { verdict, signature, differences } = await verify(file, keys);
    expect({ verdict, signature, differences }).toEqual({ verdict: 'valid', signature: 'valid', differences: [] });
    states.add(recompute(JSON.parse(file).data.figures).state);
  }
  expect([...states]).toEqual(expect.arrayContaining(['met', 'in_progress']));
});
