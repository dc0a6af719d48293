import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import { Patient } from '../patients/patient.entity.ts';
import { connectionOf, ListArgs, type ConnectionShape } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { isGuid, rowId } from '../shared/node.ts';
import { Machine } from './machine.entity.ts';
import {
  findHolder,
  findMachine,
  findMachineByGuid,
  findOwner,
  findProvider,
  listMachines,
  readPin,
} from './machines.service.ts';

const MachineConnection = connectionOf(Machine, 'Machine');

@Resolver(() => Machine)
export class MachinesResolver {
  @Query(() => Machine, { nullable: true, description: 'One device; NOT_FOUND when the viewer may not see it.' })
  machine(
    @Arg('id', () => ID, { description: 'Global id, guid, or the integer of the page address.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Machine> {
    return isGuid(id) ? findMachineByGuid(ctx, id) : findMachine(ctx, rowId('Machine', id));
  }

  @Query(() => MachineConnection, {
    description: 'The devices that the viewer may see; search looks into the serial number.',
  })
  machines(@Args(() => ListArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<Machine>> {
    return listMachines(ctx, args);
  }

  @FieldResolver(() => Boolean, { description: 'The PIN of the device is known.' })
  hasPin(@Root() machine: Machine): boolean {
    return machine.pinCipher !== null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The PIN; null when it is not known, without update.device.pin or viewAny.device, and where the device is neither the viewer's organisation's nor with a patient whom they see.",
  })
  pin(@Root() machine: Machine, @Ctx() ctx: Context): Promise<string | null> {
    return readPin(ctx, machine);
  }

  @FieldResolver(() => Organization, { nullable: true, description: 'The equipment provider that owns the device.' })
  provider(@Root() machine: Machine, @Ctx() ctx: Context): Promise<Organization | null> {
    return findProvider(ctx, machine);
  }

  @FieldResolver(() => Organization, {
    nullable: true,
    description: 'The organisation that owns the device, where the viewer works with it.',
  })
  organization(@Root() machine: Machine, @Ctx() ctx: Context): Promise<Organization | null> {
    return findOwner(ctx, machine);
  }

  @FieldResolver(() => Patient, {
    nullable: true,
    description: 'Who has the device now, where the viewer may see them.',
  })
  currentPatient(@Root() machine: Machine, @Ctx() ctx: Context): Promise<Patient | null> {
    return findHolder(ctx, machine);
  }
}
