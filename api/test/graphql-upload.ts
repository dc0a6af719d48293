import type { CardUploadFile } from './card-upload.ts';
import type { Client, RestAnswer } from './harness.ts';

export const CREATE_UPLOAD = `mutation ($input: CreateUploadInput!) { createUpload(input: $input) {
  upload { databaseId state fileCount files { name } } userErrors { field code message }
} }`;

/** The parts of a form by the GraphQL multipart request specification, in their order. A value is a field, or a file. */
export type Parts = [name: string, value: unknown | CardUploadFile][];

const isFile = (value: unknown): value is CardUploadFile => Boolean((value as CardUploadFile | null)?.name);

/** Returns the parts that partners' clients send for these files. */
export function partsOf(files: readonly CardUploadFile[], input: Record<string, unknown> = {}): Parts {
  return [
    ['operations', { query: CREATE_UPLOAD, variables: { input: { ...input, files: files.map(() => null) } } }],
    ['map', Object.fromEntries(files.map((_file, index) => [String(index), [`variables.input.files.${index}`]]))],
    ...files.map((file, index): Parts[number] => [String(index), file]),
  ];
}

/** Sends a form to the GraphQL endpoint. */
export async function sendParts(
  viewer: Pick<Client, 'origin' | 'headers'>,
  parts: Parts,
  headers: Record<string, string> = {},
): Promise<RestAnswer> {
  const form = new FormData();
  for (const [name, value] of parts)
    if (isFile(value)) form.append(name, new Blob([new Uint8Array(Buffer.from(value.bytes))]), value.name);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  const response = await fetch(`${viewer.origin}/graphql`, {
    method: 'POST',
    headers: { ...viewer.headers, ...headers },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, text, body: text ? JSON.parse(text) : null, headers: response.headers };
}
