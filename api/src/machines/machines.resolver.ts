import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import { Patient } from '../patients/patient.entity.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { Joined } from '../shared/marks.ts';
import { isGuid, rowId } from '../shared/node.ts';
import { Machine } from './machine.entity.ts';
import {
  canShowPin,
  findHolder,
  findMachine,
  findMachineByGuid,
  findOwningOrganization,
  findProvider,
  listMachines,
  showPin,
} from './machines.service.ts';
import { ShowMachinePinPayload } from './machines.types.ts';
import { machinesWithHoldersList } from './machines.list.ts';
import { listTypes } from '../shared/list-types.ts';

const MachineConnection = connectionOf(Machine, 'Machine');
const { Args: MachinesArgs } = listTypes('Machines', machinesWithHoldersList);

@Resolver(() => Machine)
export class MachinesResolver {
  @Query(() => Machine, { nullable: true, description: 'One device; NOT_FOUND when the viewer may not see it.' })
  machine(
    @Arg('id', () => ID, { description: 'Global id, guid, or the integer id from the page address.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Machine> {
    return isGuid(id) ? findMachineByGuid(ctx, id) : findMachine(ctx, rowId('Machine', id));
  }

  @Query(() => MachineConnection, {
    description:
      "The devices that the viewer may see; search matches serial number, id and provider, and the current patient's name and e-mail for users who may read patients.",
  })
  machines(@Args(() => MachinesArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<Machine>> {
    return listMachines(ctx, args);
  }

  @FieldResolver(() => Boolean, { description: 'True when the PIN of the device is known.' })
  hasPin(@Root() machine: Machine): boolean {
    return machine.pinCipher !== null;
  }

  @FieldResolver(() => Boolean, {
    description:
      "True when showMachinePin shows the viewer a PIN: it is known, the viewer has update.device.pin or viewAny.device, and the device belongs to the viewer's organization or to a patient that the viewer may see.",
  })
  viewerCanShowPin(@Root() machine: Machine, @Ctx() ctx: Context): Promise<boolean> {
    return canShowPin(ctx, machine);
  }

  @Mutation(() => ShowMachinePinPayload, {
    description: 'Shows the PIN of one device. Each call leaves its own line in the audit log, so no list has PINs.',
  })
  showMachinePin(
    @Arg('id', () => ID, { description: 'Global id, or the integer id from the page address.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Partial<ShowMachinePinPayload>> {
    return showPin(ctx, rowId('Machine', id));
  }

  @FieldResolver(() => Organization, {
    nullable: true,
    description: 'The equipment provider that owns the device; null when the owner is not an equipment provider.',
  })
  provider(@Root() machine: Machine, @Ctx() ctx: Context): Promise<Organization | null> {
    return findProvider(ctx, machine);
  }

  @Joined({ relation: 'organization' })
  @FieldResolver(() => Organization, {
    nullable: true,
    description: "The organization that owns the device; null when the viewer's organization does not work with it.",
  })
  organization(@Root() machine: Machine, @Ctx() ctx: Context): Promise<Organization | null> {
    return findOwningOrganization(ctx, machine);
  }

  @FieldResolver(() => Patient, {
    nullable: true,
    description: 'The patient who has the device now; null when there is none or the viewer may not see the patient.',
  })
  currentPatient(@Root() machine: Machine, @Ctx() ctx: Context): Promise<Patient | null> {
    return findHolder(ctx, machine);
  }
}
