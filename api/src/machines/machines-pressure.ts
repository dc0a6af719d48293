import { registerEnumType } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import type { MachineModel } from './machine.entity.ts';
import { machinesById } from './machines.service.ts';

export type PressureKind = 'pressure' | 'ipap';

export const PressureKindEnum: Record<Uppercase<PressureKind>, PressureKind> = { PRESSURE: 'pressure', IPAP: 'ipap' };
registerEnumType(PressureKindEnum, {
  name: 'PressureKind',
  description: 'Kind of the pressure that a device reports.',
  valuesConfig: {
    PRESSURE: { description: 'The pressure of a device with one pressure.' },
    IPAP: { description: 'The pressure while breathing in (IPAP) of a bilevel device or a ventilator.' },
  },
});

/** A bilevel device and a ventilator report the higher one of their two pressures. */
const KIND_OF: Record<MachineModel['kind'], PressureKind> = {
  cpap: 'pressure',
  bilevel: 'ipap',
  ventilator: 'ipap',
};

/**
 * Returns what the pressure is that a device reports, by its model; null when the viewer may not see the device, or it
 * is not known. Calls for many devices are batched.
 */
export async function pressureKindOf(ctx: Context, machineId: number | null): Promise<PressureKind | null> {
  const machine = machineId === null ? null : await ctx.loader(machinesById).load(machineId);
  return machine && KIND_OF[machine.machineModel.kind];
}
