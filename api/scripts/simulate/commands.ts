import { parseArgs } from 'node:util';
import { generateSync } from 'otplib';
import { deviceAuthorization } from '../../src/auth/device.ts';
import { DEMO_APP_SECRET } from '../../src/demo/second-factors.ts';
import type { Config } from '../../src/shared/config.ts';
import { printICodes } from '../simulate-icode.ts';
import { WELL_BEHAVED, type Behavior, type Shares } from './behavior.ts';
import { visiting } from './database.ts';
import { SimulatedDevice } from './device.ts';
import { Fleet } from './fleet.ts';
import { Gateway } from './gateway.ts';
import { assignedMachines, machineOfSerial } from './machines.ts';

const USAGE = `Usage: npm run simulate -- icode --serial <serial> [--date YYYY-MM-DD]
       npm run simulate -- totp [--secret <base 32>]
       npm run simulate -- device --serial <serial> [--answer accept|clamp|refuse] [--url http://localhost:4000]
       npm run simulate -- fleet --devices <number> [--minutes <number>] [--offline 5%] [--refusing 5%] [--slow 5%] [--duplicate 5%] [--drift 5%] [--seed <number>] [--url …]`;

const text = { type: 'string' } as const;
const OPTIONS = {
  serial: text,
  secret: text,
  date: text,
  answer: text,
  url: text,
  devices: text,
  minutes: text,
  seed: text,
  offline: text,
  refusing: text,
  slow: text,
  duplicate: text,
  drift: text,
} as const;
/** Output of a command, and the signal that can stop it. */
export interface Stage {
  say: (line: string) => void;
  stop: AbortSignal;
}

type Arguments = { command: string } & Partial<Record<keyof typeof OPTIONS, string>>;

function readArguments(args: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    return { command: positionals.join(' '), ...values };
  } catch {
    throw new Error(USAGE); // an unknown option counts as a missing one: the usage lists the options
  }
}

function numberOf(
  name: keyof typeof OPTIONS,
  value: string | undefined,
  fallback: number,
  { least, whole }: { least: number; whole: boolean },
): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || number < least || (whole && !Number.isSafeInteger(number)))
    throw new Error(`--${name} must be a ${whole ? 'whole ' : ''}number from ${least}, not "${value}".`);
  return number;
}

function shareOf(name: keyof Shares, value = '0%'): number {
  const percent = /^(\d{1,3}(?:\.\d+)?)%?$/.exec(value)?.[1];
  if (percent === undefined || Number(percent) > 100)
    throw new Error(`--${name} must be a percentage such as 5%, not "${value}".`);
  return Number(percent) / 100;
}

const BEHAVIORS: Record<string, Behavior> = {
  accept: WELL_BEHAVED,
  clamp: { ...WELL_BEHAVED, highestPressure: 6 },
  refuse: { ...WELL_BEHAVED, refusing: true },
};

/** Returns the portal's address after checking that the portal answers there. */
async function portalAt(config: Config, url: string | undefined): Promise<string> {
  const origin = URL.parse(url ?? `http://localhost:${config.port}`)?.origin;
  if (!origin || origin === 'null')
    throw new Error(`--url must be an address such as http://localhost:4000, not "${url}".`);
  const answers = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers)
    throw new Error(
      `The portal does not answer at ${origin}. Start it with npm start, or name another address with --url.`,
    );
  return origin;
}

/** Prints the code that an authenticator app with this secret shows now. */
function printCode({ secret = DEMO_APP_SECRET }: Arguments, { say }: Stage): void {
  if (!/^[A-Z2-7]{16,}$/.test(secret)) throw new Error(USAGE);
  say(generateSync({ secret }));
}

async function playDevice(
  config: Config,
  { serial, answer = 'accept', url }: Arguments,
  { say }: Stage,
): Promise<void> {
  const behavior = BEHAVIORS[answer];
  if (!serial || !behavior) throw new Error(USAGE);
  const origin = await portalAt(config, url);
  const machine = await visiting(config, (client) => machineOfSerial(client, serial));
  say(`${machine.serial}  ${machine.model}`);
  await new SimulatedDevice(
    machine,
    behavior,
    1,
    new Gateway(origin),
    deviceAuthorization(config, machine.serial),
    say,
  ).connect();
}

async function playFleet(config: Config, args: Arguments, { say, stop }: Stage): Promise<void> {
  if (args.devices === undefined) throw new Error(USAGE);
  const devices = numberOf('devices', args.devices, 1, { least: 1, whole: true });
  const minutes = numberOf('minutes', args.minutes, 1, { least: 0, whole: false });
  const seed = numberOf('seed', args.seed, 1, { least: 0, whole: true });
  const shares: Shares = {
    offline: shareOf('offline', args.offline),
    refusing: shareOf('refusing', args.refusing),
    slow: shareOf('slow', args.slow),
    duplicate: shareOf('duplicate', args.duplicate),
    drift: shareOf('drift', args.drift),
  };
  const origin = await portalAt(config, args.url);
  const machines = await visiting(config, (client) => assignedMachines(client, devices));
  const fleet = new Fleet(machines, config, { minutes, shares, seed, origin });
  say(`${devices} devices over ${minutes} minutes, seed ${seed}, ${origin}`);
  const progress = setInterval(() => say(fleet.table), 5000);
  try {
    const { failed, contradicted, reasons } = await fleet.run(stop);
    say(fleet.table);
    for (const reason of reasons) say(`  ${reason}`);
    if (failed + contradicted > 0)
      throw new Error(
        `${failed} sessions broke off, and ${contradicted} calls that were sent twice were not answered the same.`,
      );
  } finally {
    clearInterval(progress);
  }
}

/** Runs the command-line arguments. Throws, with one readable line, for arguments that cannot be run. */
export async function play(config: Config, argv: string[], stage: Stage): Promise<void> {
  const args = readArguments(argv);
  const { command, serial } = args;
  if (command === 'icode' && serial)
    await visiting(config, (client) => printICodes(client, serial, args.date, stage.say));
  else if (command === 'totp') printCode(args, stage);
  else if (command === 'device') await playDevice(config, args, stage);
  else if (command === 'fleet') await playFleet(config, args, stage);
  else throw new Error(USAGE);
}
