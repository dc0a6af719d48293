import { beforeEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalText, verify } from '../../verifier/airlog-verify.mjs';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  anonymous,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';
import { TEST_KEY } from '../../test/secrets.ts';
import { findActiveViewer } from '../sign-in/session-read.ts';
import { findPatient } from '../patients/patients.service.ts';
import { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { complianceOf } from '../compliance/compliance.service.ts';
import { storeReports } from './compliance-reports.store.ts';
import { keyLines, rotateKeys } from './report-keys.command.ts';
import { newReportKey } from './report-keys.ts';

usePortalHere();

const ISSUE = 'mutation ($input: IssueComplianceReportInput!) { issueComplianceReport(input: $input) { code } }';
const KEYS = '/.well-known/airlog-report-keys.json';
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

let viewer: TestViewer;
let patient: Ref;
let start: string;
beforeEach(async () => {
  viewer = await asViewer({ can: ['view.patient'] });
  start = addDays(today(), -40);
  patient = await makePatient(viewer.orgId, { therapy_start: start, first_name: 'Quirina', last_name: 'Zapatero' });
  const machine = await makeMachine(viewer.orgId);
  await makeHistory(patient, machine, { start_date: start });
  await admin.query(
    `insert into usage_nights (machine_org_id, machine_id, night, source, minutes, arrived_at)
     select $1, $2, $3::date + n, 'wireless', case when n % 5 = 0 then 100 else 300 end, ($3::date + n + 1)::timestamptz from generate_series(0, 30) n`,
    [machine.orgId, machine.id, start],
  );
});

const issue = async (who = viewer): Promise<string> =>
  (await who.gql(ISSUE, { input: { patientId: String(patient.id) } })).data.issueComplianceReport.code;
/** Returns the file of a report. */
const fileOf = async (code: string) => (await viewer.rest('GET', `/api/verify/${code}`)).text;
const keyFile = async () => (await anonymous().rest('GET', KEYS)).text;
const keyOf = (file: string): string => JSON.parse(file).data.signature.key;
/** Stores a report as it was stored before reports were signed. */
const issueUnsigned = async (): Promise<string> => {
  await issue();
  await admin.query(
    `insert into compliance_reports (code, org_id, patient_id, rule, rule_version, as_of, figures, user_org_id, user_id, issued_by, issued_for)
     select '0123456789AM', org_id, patient_id, rule, rule_version, as_of, figures, user_org_id, user_id, issued_by, issued_for
       from compliance_reports where patient_id = $1`,
    [patient.id],
  );
  return '0123456789AM';
};
type Package = any; // oxlint-disable-line typescript/no-explicit-any -- any part of it is changed
/** Returns the text of a file in which one value was changed. */
function changed(file: string, change: (report: Package) => void): string {
  const { data } = JSON.parse(file);
  change(data);
  return JSON.stringify({ data });
}

// Before any other test: no key is there yet.
test('nodes that make the first key at once get the key of one: all of their reports are signed with it', async () => {
  expect((await admin.query('select from report_keys')).rowCount).toBe(0);
  expect(JSON.parse(await keyFile())).toEqual({ keys: [] });
  const { publicKey, cipher } = newReportKey(TEST_KEY);
  const otherNode = `set local role airlog_jobs; select add_report_key('\\x${publicKey.toString('hex')}', '${cipher}', false)`;
  const codes = await whileLocked(otherNode, () => Promise.all([issue(), issue()]));
  const { rows } = await admin.query('select id, public_key from report_keys');
  expect(rows).toEqual([{ id: expect.any(String), public_key: publicKey }]);
  for (const code of codes) {
    const file = await fileOf(code);
    expect(keyOf(file)).toBe(rows[0].id);
    expect(await verify(file, await keyFile())).toMatchObject({ verdict: 'valid' });
  }
});

describe('a report that was issued', () => {
  test('is signed: code, time, issuer, figures and the head of the audit log, and no names of the patient', async () => {
    await admin.query(
      `insert into audit_seals (seq, log, row_id, hash) select coalesce(max(seq), 0) + 1, 'logins', 900000 + coalesce(max(seq), 0), decode(repeat('ab', 32), 'hex') from audit_seals`,
    );
    const code = await issue();
    const file = await fileOf(code);
    const { signature, ...signed } = JSON.parse(file).data;
    const { keys } = JSON.parse(await keyFile());
    const key = keys.find(({ id }: { id: string }) => id === signature.key);
    expect(
      verifySignature(
        null,
        Buffer.from(canonicalText(signed)),
        createPublicKey({ key: key.public_key, format: 'jwk' }),
        Buffer.from(signature.value, 'base64url'),
      ),
    ).toBe(true);
    const [row] = (await admin.query('select * from compliance_reports where patient_id = $1', [patient.id])).rows;
    expect(signed).toMatchObject({
      format: 2,
      code,
      issued_at: row.issued_at.toISOString(),
      issued_by: row.issued_by,
      issued_for: row.issued_for,
      figures: JSON.parse(row.figures),
      audit_head: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const { seq, hash } = (
      await admin.query('select seq, hash from audit_seals where seq = $1', [signed.audit_head.sequence])
    ).rows[0];
    expect(signed.audit_head).toEqual({ sequence: Number(seq), hash: hash.toString('hex') });
    expect(file).not.toMatch(/Quirina|Zapatero/);
  });

  test('is returned by GraphQL with its signature, its address, and the address as a QR code', async () => {
    const code = await issue();
    const { data } = await viewer.gql(
      'query ($code: String!) { complianceReport(code: $code) { address qrPath qrSize signature { key algorithm value } } }',
      { code },
    );
    expect(data.complianceReport).toEqual({
      address: `${running().app.config.publicUrl}/verify/${code}`,
      qrPath: expect.stringMatching(/^M0 0h1v1h-1zM1 0/),
      qrSize: expect.any(Number),
      signature: JSON.parse(await fileOf(code)).data.signature,
    });
  });

  test('takes as many statements to sign as 100 reports of a batch', async () => {
    await issue(); // makes the first key
    const ctx = Context.ofUser(running().app, (await findActiveViewer(running().app, viewer.userId))!, 'x');
    const counted = async (count: number) => {
      const { statements } = await countQueries(() =>
        ctx.run('write', async () => {
          const result = await complianceOf(ctx, await findPatient(ctx, patient.id));
          await storeReports(
            ctx,
            Array.from({ length: count }, () => result),
          );
        }),
      );
      return statements;
    };
    const none = await counted(0);
    expect([await counted(1), await counted(100)]).toEqual([none + 6, none + 6]); // what is signed with, the evidence, voided nights, and the rows
    const { rows } = await admin.query(
      'select count(*)::int as reports, count(distinct signature)::int as signatures from compliance_reports where patient_id = $1',
      [patient.id],
    );
    expect(rows).toEqual([{ reports: 102, signatures: 102 }]);
  });
});

describe('a payer, with the file and the public keys alone,', () => {
  const check = async (file: string, keys?: string) => {
    const { verdict, signature, differences } = await verify(file, keys ?? (await keyFile()));
    return { verdict, signature, differing: differences?.map(({ figure }) => figure) };
  };
  const VALID = { verdict: 'valid', signature: 'valid', differing: [] };

  test('finds it valid, in any order of its names and with any blanks', async () => {
    const file = await fileOf(await issue());
    expect(await check(file)).toEqual(VALID);
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([name, one]) => [name, turned(one)]),
            )
          : value;
    expect(await check(JSON.stringify(turned(JSON.parse(file).data), null, 4))).toEqual(VALID);
  });

  test.each([
    ['a figure', (report: Package) => (report.figures.compliant_days += 1), ['compliant_days']],
    [
      'a night',
      (report: Package) => (report.figures.nights[0].reports[0].minutes = 300),
      expect.arrayContaining([expect.stringMatching(/minutes/)]),
    ],
    ['the issuer', (report: Package) => (report.issued_by = 'Another User'), []],
    ['the head of the audit log', (report: Package) => (report.audit_head.sequence += 1), []],
    [
      'the signature',
      (report: Package) =>
        (report.signature.value = report.signature.value.replace(/^./, (one: string) => (one === 'A' ? 'B' : 'A'))),
      [],
    ],
    ['the signature, to what is none', (report: Package) => (report.signature.value = '%'), []],
    ['an added name', (report: Package) => (report.note = 'x'), []],
  ])('finds that %s was changed', async (_what, change, differing) => {
    const file = changed(await fileOf(await issue()), change);
    expect(await check(file)).toEqual({ verdict: 'invalid', signature: 'wrong', differing });
  });

  test('trusts no key but those of the key file', async () => {
    const file = await fileOf(await issue());
    const key = keyOf(file);
    const { keys } = JSON.parse(await keyFile());
    const others = JSON.stringify({ keys: keys.filter(({ id }: { id: string }) => id !== key) });
    expect(await check(file, others)).toMatchObject({ verdict: 'invalid', signature: 'unknown_key' });
    const inside = changed(file, (report) => (report.keys = keys));
    expect(await check(inside, others)).toMatchObject({ verdict: 'invalid', signature: 'unknown_key' });
    expect(await verify(file)).toMatchObject({ verdict: 'invalid', signature: 'no_keys' });
    const foreign = keys.map((one: object) => ({
      ...one,
      public_key: { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
    }));
    expect(await check(file, JSON.stringify({ keys: foreign }))).toMatchObject({
      verdict: 'invalid',
      signature: 'wrong',
    });
  });

  test('finds reports valid that a retired key signed, and later ones that the new key signed; not one after the end of a key', async () => {
    const before = await fileOf(await issue());
    const id = await rotateKeys(admin, TEST_KEY);
    const after = await fileOf(await issue());
    expect([keyOf(after), keyOf(before) === id]).toEqual([id, false]);
    for (const file of [before, after]) expect(await check(file)).toEqual(VALID);
    const { keys } = JSON.parse(await keyFile());
    const ended = keys.map((key: { id: string }) =>
      key.id === keyOf(before) ? { ...key, valid_until: '2020-01-01T00:00:00.000Z' } : key,
    );
    expect(await check(before, JSON.stringify({ keys: ended }))).toMatchObject({
      verdict: 'invalid',
      signature: 'outside_validity',
    });
    expect(await check(after, JSON.stringify({ keys: ended }))).toEqual(VALID);
  });

  test('learns that a report of before is not signed; its figures are checked', async () => {
    const file = await fileOf(await issueUnsigned());
    expect(JSON.parse(file).data).toMatchObject({ format: 1, audit_head: null, signature: null });
    expect(await check(file)).toEqual({ verdict: 'invalid', signature: 'not_signed', differing: [] });
    const { data } = await viewer.gql('query { complianceReport(code: "0123-4567-89AM") { signature { key } } }');
    expect(data.complianceReport.signature).toBeNull();
  });

  test.each(['', '{', '[]', '{}', 'null', '{"figures":{}}', '{"code":"x","issued_at":"x","figures":{}}'])(
    'cannot read %j as a report',
    async (text) => {
      expect(await check(text)).toMatchObject({ verdict: 'unreadable' });
    },
  );

  test('runs one file with Node, which ends with 0 for valid, 1 for invalid and 2 for unreadable', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'airlog-verify-'));
    const file = await fileOf(await issue());
    const put = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const run = (...files: string[]) => {
      const { status, stdout } = spawnSync(
        process.execPath,
        [join(import.meta.dirname, '../../verifier/airlog-verify.mjs'), ...files],
        { encoding: 'utf8' },
      );
      return [status, stdout.trim().split('\n').at(-1)];
    };
    const keys = put('keys.json', await keyFile());
    const report = put('report.json', file);
    expect(run(report, keys)).toEqual([0, 'VALID']);
    expect(run(report)).toEqual([1, 'NOT VALID']);
    expect(run(put('changed.json', file.replace('"minutes":100', '"minutes":300')), keys)).toEqual([1, 'NOT VALID']);
    expect(run(put('text.json', 'no report'), keys)).toEqual([2, expect.stringMatching(/^UNREADABLE/)]);
    expect(run(report, put('no-keys.json', '{}'))).toEqual([2, expect.stringMatching(/^UNREADABLE/)]);
    expect(run(join(folder, 'absent.json'))).toEqual([2, expect.stringMatching(/ENOENT/)]);
    expect(run()).toEqual([2, expect.stringMatching(/^Usage/)]);
  });
});

describe('the keys', () => {
  test('are public without a session, with their dates, may be cached, and have no private part', async () => {
    await issue();
    const { status, headers, body, text } = await anonymous().rest('GET', KEYS);
    expect([status, headers.get('cache-control'), headers.get('set-cookie')]).toEqual([
      200,
      'public, max-age=300',
      null,
    ]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const key = body.keys.at(-1);
    expect(key).toEqual({
      id: createHash('sha256').update(Buffer.from(key.public_key.x, 'base64url')).digest('hex').slice(0, 16),
      algorithm: 'Ed25519',
      public_key: { kty: 'OKP', crv: 'Ed25519', x: expect.stringMatching(/^[\w-]{43}$/) },
      valid_from: expect.stringMatching(/Z$/),
      valid_until: null,
    });
    expect(text).not.toMatch(/private|cipher|"d"/);
    expect((await anonymous().rest('POST', KEYS, {})).status).toBe(405);
  });

  test('are encrypted in the database, and the private one of a retired key is gone', async () => {
    await issue();
    const { rows } = await admin.query('select private_cipher from report_keys where valid_until is null');
    expect(rows).toEqual([{ private_cipher: expect.stringMatching(/^v2\.[0-9a-f]{8}\./) }]);
    await rotateKeys(admin, TEST_KEY);
    const retired = await admin.query(
      'select count(*)::int as keys, count(private_cipher)::int as secrets from report_keys where valid_until is not null',
    );
    expect(retired.rows[0]).toMatchObject({ secrets: 0 });
    expect(retired.rows[0].keys).toBeGreaterThan(0);
  });

  test('are listed by the command with their dates; the last one is in use', async () => {
    await issue();
    const id = await rotateKeys(admin, TEST_KEY);
    const lines = await keyLines(admin);
    expect(lines.at(-1)).toMatch(new RegExp(`^${id} from \\d{4}-.*Z in use$`));
    expect(lines.at(-2)).toMatch(/^[0-9a-f]{16} from .*Z until .*Z$/);
    expect(lines.filter((line) => line.endsWith('in use'))).toHaveLength(1);
  });
});
