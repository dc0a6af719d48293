import { today } from './dates.ts';
import { httpErrorOf, sendRequest } from './http.ts';
import { page } from './page.ts';

/** Returns the name in a Content-Disposition header, or null. */
export function fileNameOf(header: string | null): string | null {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '') ?? [];
  const [, plain] = /filename="?([^";]+)"?/i.exec(header ?? '') ?? [];
  return encoded ? decodeURIComponent(encoded) : (plain ?? null);
}

/**
 * Downloads a table's file under the server's name, or as exported_table_{date}.csv. Rejects with HttpError when the
 * server refuses.
 */
export async function downloadTable(url: string): Promise<void> {
  // A file of 100,000 rows needs more time than other requests.
  const answer = await sendRequest('get', url, {
    timeoutMs: 120_000,
    headers: { Accept: 'text/csv, application/json' },
  });
  if (!answer.ok) throw await httpErrorOf(answer);
  page.save(
    await answer.blob(),
    fileNameOf(answer.headers.get('Content-Disposition')) ?? `exported_table_${today()}.csv`,
  );
}
