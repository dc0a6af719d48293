import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { S3Server } from '../../test/s3-server.ts';
import { run } from './programs.ts';

/** A certificate of 127.0.0.1, which is its own authority. */
export async function makeCertificate(openssl: string, dir: string) {
  const [certificate, key] = [join(dir, 'certificate.pem'), join(dir, 'key.pem')];
  await run(openssl, [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '30',
    '-subj',
    '/CN=127.0.0.1',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-out',
    certificate,
    '-keyout',
    key,
  ]);
  return { certificate, key };
}

/** Puts TLS in front of the store, which a node in production needs. Returns the port. */
export async function storeWithTls(store: S3Server, { certificate, key }: { certificate: string; key: string }) {
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (socket) => {
    const plain = connect(Number(new URL(store.url).port), '127.0.0.1');
    for (const end of [socket, plain]) end.on('error', () => undefined);
    socket.pipe(plain).pipe(socket);
    socket.once('close', () => plain.destroy());
    plain.once('close', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => void server.close() };
}
