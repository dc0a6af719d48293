import { today } from './dates.ts';
import { httpErrorOf, sendRequest } from './http.ts';
import { page } from './page.ts';

/** Returns the name in a Content-Disposition header, or null. */
export function fileNameOf(header: string | null): string | null {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '') ?? [];
  const [, plain] = /filename="?([^";]+)"?/i.exec(header ?? '') ?? [];
  return encoded ? decodeURIComponent(encoded) : (plain ?? null);
}

/** The connection ended before the whole file was here. */
export class IncompleteFile extends Error {
  override name = 'IncompleteFile';
}

/** The server ends a file sooner; this ends one whose connection is silently gone. */
const LONGEST_MS = 150_000;

/**
 * Downloads a table's file under the server's name, or as exported_table_{date}.csv. Rejects with HttpError when the
 * server refuses, and with IncompleteFile when only a part of it arrives: that part is not saved.
 */
export async function downloadTable(url: string): Promise<void> {
  const answer = await sendRequest('get', url, {
    timeoutMs: LONGEST_MS, // the file begins in its turn, behind the user's other files
    headers: { Accept: 'text/csv, application/json' },
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  if (!answer.ok) throw await httpErrorOf(answer);
  const file = await answer.blob().catch((cause: unknown) => {
    throw new IncompleteFile('The file is not complete.', { cause });
  });
  page.save(file, fileNameOf(answer.headers.get('Content-Disposition')) ?? `exported_table_${today()}.csv`);
}
