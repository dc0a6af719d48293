import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { withPrincipal } from '../db/principal.ts';
import type { Config } from '../shared/config.ts';
import { Context, type App } from '../shared/context.ts';
import { Unauthenticated } from '../shared/errors.ts';
import type { Incoming } from './authenticate.ts';

const NO_MACHINE = { kind: 'device', machineId: 0 } as const;

/** What a simulated device proves itself with: derived from the installation's key, so that nothing is stored that works. */
export const deviceSecret = (config: Pick<Config, 'encryptionKey'>, serial: string): string =>
  createHmac('sha256', config.encryptionKey).update(`device:${serial}`).digest('base64url');

/** The Authorization header of a device: `Device A3900012345:secret`. */
export const deviceAuthorization = (config: Pick<Config, 'encryptionKey'>, serial: string): string => `Device ${serial}:${deviceSecret(config, serial)}`;

function provenSerial(config: Config, authorization: string | undefined): string | null {
  const [, serial, secret] = /^Device ([0-9A-Z]{6,20}):([\w-]{43})$/.exec(authorization ?? '') ?? [];
  if (!serial || !secret) return null;
  return timingSafeEqual(Buffer.from(secret), Buffer.from(deviceSecret(config, serial))) ? serial : null;
}

/** Machines that proved themselves, by their serials, while a process lives: a device sends several requests in a row, and a serial never moves. */
const known = new WeakMap<App, Map<string, { id: number; until: number }>>();
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 20_000;

async function machineOf(app: App, serial: string): Promise<number> {
  const machines = known.get(app) ?? new Map<string, { id: number; until: number }>();
  known.set(app, machines);
  const remembered = machines.get(serial);
  if (remembered && remembered.until > performance.now()) return remembered.id;
  const [machine] = await withPrincipal(app.db, NO_MACHINE, 'read', (em) => em.execute<{ id: number }[]>('select id from device_of_serial(?)', [serial]));
  if (!machine) throw new Unauthenticated();
  if (machines.size >= MAX_REMEMBERED) machines.clear();
  machines.set(serial, { id: machine.id, until: performance.now() + REMEMBERED_MS });
  return machine.id;
}

/** The context of a device at the gateway, bound to its own machine. Throws Unauthenticated for anyone else; cookies count for nothing. */
export async function createDeviceContext(app: App, { headers }: Incoming): Promise<Context> {
  const serial = provenSerial(app.config, headers.authorization);
  if (!serial) throw new Unauthenticated();
  return Context.of(app, { kind: 'device', machineId: await machineOf(app, serial) }, randomUUID());
}
