import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchClient } from '../bench/client.ts';
import { ROOT } from '../upgrade/folder.ts';

/** A patient of the demo data with nights. */
const PATIENT = '1';
const ISSUE =
  'mutation ($input: IssueComplianceReportInput!) { issueComplianceReport(input: $input) { code userErrors { message } } }';

/** Sends cards, one after another, each with bytes of its own. Throws when one is not acknowledged. */
export async function sendCards({ origin, headers }: BenchClient, count: number): Promise<void> {
  const { 'content-type': _, ...rest } = headers;
  for (let nth = 0; nth < count; nth += 1) {
    const form = new FormData();
    const name = `${randomUUID()}.usr`;
    form.append('sd_uploads[]', new Blob([`card ${name}`]), name);
    const answer = await fetch(`${origin}/api/uploads`, { method: 'POST', headers: rest, body: form });
    if (answer.status !== 201) throw new Error(`A card was not stored: ${answer.status} ${await answer.text()}`);
  }
}

const textOf = async ({ origin, headers }: BenchClient, path: string): Promise<string> => {
  const answer = await fetch(`${origin}${path}`, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.text();
};

/** Issues a compliance report. Returns its code, and the file that a payer gets. */
export async function issueReport(client: BenchClient): Promise<{ code: string; text: string }> {
  const body = JSON.stringify({ query: ISSUE, variables: { input: { patientId: PATIENT } } });
  const answer = await fetch(`${client.origin}/graphql`, { method: 'POST', headers: client.headers, body });
  const text = await answer.text();
  const { data } = JSON.parse(text) as { data?: { issueComplianceReport: { code: string | null } } };
  const code = data?.issueComplianceReport.code;
  if (!code) throw new Error(`No report was issued: ${text}`);
  return { code, text: await textOf(client, `/api/verify/${code}`) };
}

/** Returns the file of a report, and what the program of payers says of it with the keys of the portal. */
export async function verifyReport(
  client: BenchClient,
  code: string,
  dir: string,
): Promise<{ text: string; verdict: { code: number; text: string } }> {
  const text = await textOf(client, `/api/verify/${code}`);
  const [report, keys] = [join(dir, 'report.json'), join(dir, 'keys.json')];
  writeFileSync(report, text);
  writeFileSync(keys, await textOf(client, '/.well-known/airlog-report-keys.json'));
  const verdict = await new Promise<{ code: number; text: string }>((done) =>
    execFile(process.execPath, [join(ROOT, 'api/verifier/airlog-verify.mjs'), report, keys], (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? -1) : 0, text: `${stdout}${stderr}` }),
    ),
  );
  return { text, verdict };
}
