import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { decryptColumn, encryptColumn } from '../shared/cipher.ts';

/** A new key pair: the public key as RFC 8032 encodes it, 32 bytes, and the private key encrypted for its column. */
export interface NewReportKey {
  publicKey: Buffer;
  cipher: string;
}

/** Returns a new Ed25519 key pair whose private key is encrypted with ENCRYPTION_KEY. */
export function newReportKey(encryptionKey: Buffer): NewReportKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  return {
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'),
    cipher: encryptColumn(encryptionKey, pkcs8.toString('base64url')),
  };
}

/** Returns a function that signs texts (as UTF-8) with an encrypted private key: Ed25519, 64 bytes. */
export function signer(encryptionKeys: readonly Buffer[], cipher: string): (text: string) => Buffer {
  const der = Buffer.from(decryptColumn(encryptionKeys, cipher), 'base64url');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return (text) => sign(null, Buffer.from(text, 'utf8'), key);
}
