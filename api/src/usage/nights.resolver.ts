import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Machine } from '../machines/machine.entity.ts';
import { machinesById } from '../machines/machines.service.ts';
import { Patient } from '../patients/patient.entity.ts';
import { readablePatient } from '../patients/patients.service.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { listTypes } from '../shared/list-types.ts';
import { readingsOf, sourcesDiffer } from './night-readings.ts';
import { nightsList } from './nights.list.ts';
import { listAllNights } from './nights.service.ts';
import { NightSourceEnum, UsageNight } from './usage-night.entity.ts';

const UsageNightConnection = connectionOf(UsageNight, 'UsageNight');
const { Args: NightsArgs } = listTypes('Nights', nightsList, { enums: { source: NightSourceEnum } });

@Resolver(() => UsageNight)
export class NightsResolver {
  @Query(() => UsageNightConnection, {
    description:
      'The nights that count, of all patients that the viewer may see, oldest first: the effective rows of `Patient.nights`, one for each device and date. Dates of at most 31 days are required without a patient, a serial number or `ids`. A date without a row has no night that counts, which is not zero use; voided nights have none. Search matches the serial number.',
  })
  nights(
    @Args(() => NightsArgs) args: ListArgs,
    @Ctx() ctx: Context,
    @Arg('ids', () => [ID], {
      nullable: true,
      description: 'Integer ids of nights, at most 100. Those that do not count or are not visible are left out.',
    })
    ids?: string[] | null,
  ): Promise<ConnectionShape<UsageNight>> {
    return listAllNights(ctx, args, { ids });
  }

  @FieldResolver(() => Patient, {
    nullable: true,
    description: 'The patient of the night; null for none, and for users who may not read patients.',
  })
  patient(@Root() night: UsageNight, @Ctx() ctx: Context): Promise<Patient | null> {
    return readablePatient(ctx, night.patientId);
  }

  @FieldResolver(() => Machine, {
    nullable: true,
    description: 'The device; null when the viewer may not see the device.',
  })
  machine(@Root() { machineId }: UsageNight, @Ctx() ctx: Context): Promise<Machine | null> {
    return ctx.loader(machinesById).load(machineId);
  }

  @FieldResolver(() => [UsageNight], {
    description:
      'All readings of the night: those of every source for its patient, device and date, wireless first, then SD card, then QR+. Those that do not count are among them, and voided ones are not.',
  })
  readings(@Root() night: UsageNight, @Ctx() ctx: Context): Promise<UsageNight[]> {
    return readingsOf(ctx, night);
  }

  @FieldResolver(() => Boolean, {
    description:
      'True when two sources have valid readings of the night with different minutes. Of two readings of one source, the longer one is compared.',
  })
  async sourcesDiffer(@Root() night: UsageNight, @Ctx() ctx: Context): Promise<boolean> {
    return sourcesDiffer(await readingsOf(ctx, night));
  }
}
