import { unique } from '../src/db/factories.ts';
import type { RestAnswer, TestViewer } from './harness.ts';

const HEADER = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'country',
  'user_type',
  'role',
  'locations',
  'groups',
] as const;
type Cells = Partial<Record<(typeof HEADER)[number], string>>;

/** A new user of the whole organization, as a row of a file; `facts` replaces cells. */
export const userCells = (facts: Cells = {}): Cells => ({
  first_name: 'Dana',
  last_name: 'Reyes',
  email: `file${unique()}@example.test`,
  phone: '(518) 555-0100',
  user_type: 'Organization',
  role: 'org.ep.staff',
  ...facts,
});

/** Returns a CSV file of users. */
export const usersFile = (...rows: Cells[]): string =>
  [HEADER.join(','), ...rows.map((row) => HEADER.map((column) => `"${row[column] ?? ''}"`).join(','))].join('\r\n');

/** Sends a file of users to an organization, by default the viewer's own. `fields`: of the form, besides `org_id`. */
export async function sendUsers(
  viewer: TestViewer,
  file: string | Buffer | null,
  { orgId = viewer.orgId, fields = {} as Record<string, string>, headers = {} as Record<string, string> } = {},
): Promise<RestAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries<string>({ org_id: String(orgId), ...fields })) form.append(name, value);
  if (file !== null) form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), '../../users.csv');
  const response = await fetch(`${viewer.origin}/api/orgs/${orgId}/users/import`, {
    method: 'POST',
    headers: { ...viewer.headers, ...headers },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, text, body: text ? JSON.parse(text) : null, headers: response.headers };
}
