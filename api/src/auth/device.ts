import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Config } from '../shared/config.ts';
import { Context, type App } from '../shared/context.ts';
import { WrongCredentials } from '../shared/errors.ts';
import type { Incoming } from './authenticate.ts';

const keys = new WeakMap<Buffer, KeyObject>();
/** Node would copy the bytes of a key each time, which costs more than the digest. */
function keyOf(bytes: Buffer): KeyObject {
  let key = keys.get(bytes);
  if (!key) keys.set(bytes, (key = createSecretKey(bytes)));
  return key;
}

/**
 * Returns the secret of a simulated device, derived from the installation's key, so that no usable secret is stored.
 */
export const deviceSecret = (config: Pick<Config, 'encryptionKey'>, serial: string): string =>
  createHmac('sha256', keyOf(config.encryptionKey)).update(`device:${serial}`).digest('base64url');

/** The Authorization header of a device: `Device A3900012345:secret`. */
export const deviceAuthorization = (config: Pick<Config, 'encryptionKey'>, serial: string): string =>
  `Device ${serial}:${deviceSecret(config, serial)}`;

/** Returns the serial of a device that proves it in the Authorization header, without reading a row; else null. */
export function provenSerial(config: Config, authorization: string | undefined): string | null {
  const [, serial, secret] = /^Device ([0-9A-Z]{6,20}):([\w-]{43})$/.exec(authorization ?? '') ?? [];
  if (!serial || !secret) return null;
  const isOf = (encryptionKey: Buffer) =>
    timingSafeEqual(Buffer.from(secret), Buffer.from(deviceSecret({ encryptionKey }, serial)));
  return config.encryptionKeys.some(isOf) ? serial : null;
}

/**
 * Returns the context of a device at the gateway, bound to its own machine. Throws WrongCredentials for any other
 * caller; cookies are ignored. Opening its transaction checks that the serial names a simulated machine.
 */
export function createDeviceContext(app: App, { id, headers }: Incoming): Context {
  const serial = provenSerial(app.config, headers.authorization);
  if (!serial) throw new WrongCredentials('device');
  return Context.of(app, { kind: 'device', serial }, id);
}
