import { answered } from '../../lib/answered.ts';
import { csrfFetch, csrfToken } from '../../lib/csrf.ts';
import { HttpError } from '../../lib/http.ts';
import { Unreachable } from '../../lib/reach.ts';
import { expiryOfRequest } from '../../lib/sessionGuard.ts';

const canceled = () => new DOMException('The upload was canceled.', 'AbortError');

/** `fetch` reports no progress of what it sends, so this is an XMLHttpRequest. Resolves to any answer. */
function post(form: FormData, onProgress: (part: number) => void, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/uploads');
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Accept-Language', document.documentElement.lang);
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    request.setRequestHeader('X-XSRF-TOKEN', csrfToken() ?? '');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
    request.onerror = () => reject(new Unreachable());
    request.onabort = () => reject(canceled());
    if (signal.aborted) return reject(canceled());
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/**
 * Sends the files of a card, for a preview or to be saved, and resolves to the id of the upload, which is stored then. `onProgress`: the sent part, 0 to
 * 1. Rejects with HttpError for an unsuccessful answer.
 */
export async function sendCard(
  files: readonly File[],
  { machineId, preview }: { machineId: number | null; preview: boolean },
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const form = new FormData();
  if (machineId !== null) form.append('machine_id', String(machineId));
  if (preview) form.append('preview', '1');
  for (const file of files) form.append('sd_uploads[]', file, file.name);
  const expired = expiryOfRequest();
  const renew = async () => void (await csrfFetch('/csrf-token'));
  if (!csrfToken()) await renew();
  let answer = await post(form, onProgress, signal);
  if (answer.status === 419) {
    await renew();
    answer = await post(form, onProgress, signal);
  }
  if (answer.status === 401) expired();
  const body = (await answer.json().catch(() => null)) as { id: number; message?: string } | null;
  if (!answer.ok || !body) throw new HttpError(answer, body);
  answered();
  return body.id;
}
