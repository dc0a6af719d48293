import { httpErrorOf, sendRequest } from '../../lib/http.ts';
import { page } from '../../lib/page.ts';

/** The server's limit of one file, in bytes. */
export const maxFile = 5 * 1024 * 1024;
export const fileTypes = ['.csv', '.xlsx'] as const;

/** The server checks thousands of rows before it answers. */
const timeoutMs = 90_000;

export const importUrl = (orgId: number | string): string => `/api/orgs/${orgId}/users/import`;

/**
 * Sends a file of users to be checked; the server keeps what an import would do, and creates no user yet. Rejects with
 * HttpError for a file that is no table of users.
 */
export async function sendFile(orgId: number, file: File, signal: AbortSignal): Promise<void> {
  const data = { org_id: orgId, dry_run: true, file };
  const answer = await sendRequest('post', importUrl(orgId), { data, timeoutMs, signal });
  if (!answer.ok) throw await httpErrorOf(answer);
}

const template = [
  ['first_name', 'last_name', 'email', 'phone', 'country', 'user_type', 'role', 'locations', 'groups'],
  ['Dana', 'Reyes', 'dana.reyes@example.com', '(518) 555-0100', 'US', 'Organization', 'org.ep.staff', '', ''],
  ['Sam', 'Ortiz', 'sam.ortiz@example.com', '', 'CA', 'Location', 'location.ep.staff', 'North;South', ''],
];

/** Saves a file with every column and two users as an example. */
export function saveTemplate(): void {
  const text = template.map((cells) => cells.join(',')).join('\r\n');
  page.save(new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' }), 'users_template.csv');
}
