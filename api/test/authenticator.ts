import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const KEY_INCLUDED = 0x40;

interface Deviation {
  origin?: string;
  rpId?: string;
  /** The user touched the key without PIN or fingerprint. */
  unverified?: boolean;
  /** The counter of the answer instead of the next one. */
  counter?: number;
}

/** A security key with one passkey (ES256, attestation none), as WebAuthn level 2 describes its answers. */
export class Authenticator {
  readonly id = randomBytes(16);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private used = 0;

  private clientData(type: string, challenge: string, origin = 'http://localhost:4000'): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private data(key: Buffer, { rpId = 'localhost', unverified = false, counter }: Deviation): Buffer {
    this.used += 1;
    const flags = USER_PRESENT | (unverified ? 0 : USER_VERIFIED) | (key.length > 0 ? KEY_INCLUDED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.used);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, key]);
  }

  /** The browser's answer to the options of a new passkey, as JSON. */
  create(options: string, deviation: Deviation = {}): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const coordinate = (value: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(value, 'base64url')]);
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const cose = Buffer.concat([
      Buffer.from('a5010203262001', 'hex'),
      Buffer.from([0x21]),
      coordinate(x!),
      Buffer.from([0x22]),
      coordinate(y!),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cose]);
    const data = this.data(credential, deviation);
    const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', challenge, deviation.origin).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['usb'],
    });
  }

  /** The browser's answer to the options of a sign-in, as JSON. */
  get(options: string, deviation: Deviation = {}): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    const data = this.data(Buffer.alloc(0), deviation);
    const client = this.clientData('webauthn.get', challenge, deviation.origin);
    return this.answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(client)]), this.keys.privateKey).toString('base64url'),
    });
  }

  private answer(response: Record<string, unknown>): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }
}
