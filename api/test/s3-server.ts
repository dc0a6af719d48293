import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the store does with the next requests, one entry each; `fine` when the list is empty. */
export type Fault = 'slow' | 500 | 503 | 507 | 403 | 'full' | 'cut' | 'half' | 'fine';

export interface S3Server {
  /** For STORAGE_URL. */
  url: string;
  objects: Map<string, { bytes: Buffer; changed: Date }>;
  /** Method and path of each request that was signed as it should be. */
  requests: string[];
  /** Why requests were refused. */
  refused: string[];
  faults: Fault[];
  /** Objects of one page of a list. */
  pageSize: number;
  close(): Promise<void>;
}

const [KEY, SECRET, REGION] = ['AKIDEXAMPLE', 'wJalr/XUtn+FEMI', 'eu-north-1'];
const BUCKET = 'airlog-uploads';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns what is wrong with a request; null when it is signed with the secret, for its bytes, and for now. */
function wrongWith(request: IncomingMessage, body: Buffer): string | null {
  const { headers, method, url } = request;
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!found) return 'no signature';
  const [, key, date, region, names, signature] = found as unknown as string[];
  const at = String(headers['x-amz-date']);
  const age = Date.now() - Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (key !== KEY || region !== REGION || at.slice(0, 8) !== date || !(Math.abs(age) < 900_000)) return 'not for now';
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!names!.split(';').includes(name)) return `${name} is not signed`;
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'other bytes';
  if (method === 'PUT' && headers['content-length'] !== String(body.length)) return 'no length';
  const { pathname, searchParams } = new URL(url!, 'http://x');
  searchParams.sort();
  const canonical = [
    method,
    pathname,
    searchParams.toString().replaceAll('+', '%20'),
    ...names!.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const signed = ['AWS4-HMAC-SHA256', at, `${date}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const signing = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, date!), region!));
  return hmac(signing, signed).toString('hex') === signature ? null : 'another signature';
}

const error = (response: ServerResponse, status: number, code: string) =>
  void response
    .writeHead(status)
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${SECRET}</Message></Error>`);

/** Starts a store with the protocol of Amazon S3 in memory: signatures, put, get, delete, lists in pages, and faults. */
export async function startS3(): Promise<S3Server> {
  const http = createServer();
  const state: S3Server = {
    url: '',
    objects: new Map(),
    requests: [],
    refused: [],
    faults: [],
    pageSize: 1000,
    close: async () => {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
  const list = (query: URLSearchParams): string => {
    const start = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...state.objects.keys()].filter((key) => key.startsWith(start) && key > after).sort();
    const page = keys.slice(0, state.pageSize);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${state.objects.get(key)!.changed.toISOString()}</LastModified></Contents>`,
    );
    const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
  };
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer, fault: Fault) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://x');
    const key = pathname.slice(`/${BUCKET}/`.length);
    if (!pathname.startsWith(`/${BUCKET}/`)) return error(response, 404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      state.objects.set(key, { bytes: body, changed: new Date() });
      return void response.end();
    }
    if (request.method === 'DELETE') {
      state.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const bytes = searchParams.has('list-type') ? Buffer.from(list(searchParams)) : state.objects.get(key)?.bytes;
    if (!bytes) return error(response, 404, 'NoSuchKey');
    response.setHeader('content-length', bytes.length);
    if (fault !== 'half') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const wrong = wrongWith(request, body);
    if (wrong) {
      state.refused.push(wrong);
      return error(response, 403, 'SignatureDoesNotMatch');
    }
    state.requests.push(`${request.method} ${request.url}`);
    const fault = state.faults.shift() ?? 'fine';
    if (fault === 'slow') return;
    if (fault === 'cut') return void response.destroy();
    if (fault === 'full') return error(response, 400, 'XMinioStorageFull');
    if (typeof fault === 'number') return error(response, fault, fault === 403 ? 'AccessDenied' : 'InternalError');
    answer(request, response, body, fault);
  };
  // A client that gives up while it sends gets no answer.
  http.on('request', (request, response) => void take(request, response).catch(() => response.destroy()));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  state.url = `http://${KEY}:${encodeURIComponent(SECRET!)}@127.0.0.1:${port}/${BUCKET}/prod?region=${REGION}`;
  return state;
}
