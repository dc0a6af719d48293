import type { RestAnswer, TestViewer } from './harness.ts';

/** A file as a browser sends it. */
export interface CardUploadFile {
  name: string;
  bytes: Uint8Array | string;
}

/** Sends the files of a card. `fields`: of the form, besides the files. */
export async function sendCard(
  viewer: TestViewer,
  files: readonly CardUploadFile[],
  { fields = {} as Record<string, string>, headers = {} as Record<string, string>, field = 'sd_uploads[]' } = {},
): Promise<RestAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries<string>(fields)) form.append(name, value);
  for (const { name, bytes } of files) form.append(field, new Blob([new Uint8Array(Buffer.from(bytes))]), name);
  const response = await fetch(`${viewer.origin}/api/uploads`, {
    method: 'POST',
    headers: { ...viewer.headers, ...headers },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, text, body: text ? JSON.parse(text) : null, headers: response.headers };
}
