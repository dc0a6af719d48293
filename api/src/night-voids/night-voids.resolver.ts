import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { UsageDateForecast } from '../compliance/compliance-forecast.types.ts';
import { checked } from '../graphql/checked.ts';
import { Machine } from '../machines/machine.entity.ts';
import { machinesById } from '../machines/machines.service.ts';
import { Patient } from '../patients/patient.entity.ts';
import { patientsById } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import { Upload } from '../uploads/upload.entity.ts';
import {
  checkGiveBack,
  checkNights,
  checkVoidNights,
  forecastOf,
  type Act,
  type CheckedNights,
} from './night-voids-check.ts';
import { voidableOfUploads, voidedOfPatients, voidedOfUploads } from './night-voids.reads.ts';
import { giveBackNights, voidNights } from './night-voids.service.ts';
import {
  ChosenNightsCheck,
  GiveBackNightsInput,
  GiveBackNightsPayload,
  VoidedNights,
  VoidNightsInput,
  VoidNightsPayload,
} from './night-voids.types.ts';

const TO_VOID = { description: 'The machine, the nights and the reason.' };
const TO_GIVE_BACK = { description: 'The machine and the nights.' };

/** Returns the nights of an act, and what it would mean for each patient. */
async function shownOf(
  ctx: Context,
  act: Act,
  { nights, version }: CheckedNights,
): Promise<Partial<ChosenNightsCheck>> {
  const patients = await forecastOf(ctx, act, nights);
  ctx.shows(patients.map(({ patient }) => patient.id));
  const shown = nights.map(async ({ id, date, recorded, minutes, patientId }) => {
    const patient = patientId === 0 ? null : await ctx.loader(patientsById).load(patientId);
    return { nightId: id, version: date, date, recordedDate: recorded, minutes, patient: patient ?? null };
  });
  return {
    version,
    nights: await Promise.all(shown),
    patients: patients.map((found) => new UsageDateForecast(found)),
  };
}

@Resolver()
export class NightVoidsResolver {
  @Query(() => ChosenNightsCheck, {
    description:
      'The dry run of voidNights: every reason for a refusal, the nights that would no longer count, and compliance before and after. The reason does not change it.',
  })
  checkVoidNights(
    @Arg('input', () => VoidNightsInput, TO_VOID) { machineId, ...input }: VoidNightsInput,
    @Ctx() ctx: Context,
  ): Promise<ChosenNightsCheck> {
    return checked(ctx, ChosenNightsCheck, async () => {
      const id = rowId('Machine', machineId);
      const found = await shownOf(ctx, 'void', await checkNights(ctx, id, 'void', input));
      return checked(ctx, ChosenNightsCheck, async () => void (await checkVoidNights(ctx, id, input)), found);
    });
  }

  @Query(() => ChosenNightsCheck, {
    description:
      'The dry run of giveBackNights: every reason for a refusal, the nights that would count again, and compliance before and after.',
  })
  checkGiveBackNights(
    @Arg('input', () => GiveBackNightsInput, TO_GIVE_BACK) { machineId, ...input }: GiveBackNightsInput,
    @Ctx() ctx: Context,
  ): Promise<ChosenNightsCheck> {
    return checked(ctx, ChosenNightsCheck, async () =>
      shownOf(ctx, 'give back', await checkGiveBack(ctx, rowId('Machine', machineId), input)),
    );
  }

  @Mutation(() => VoidNightsPayload, {
    description:
      "Voids nights of cards, all or none: they count nowhere until giveBackNights. The card's records and earlier results are unchanged, and compliance is recalculated.",
  })
  async voidNights(
    @Arg('input', () => VoidNightsInput, TO_VOID) { machineId, ...input }: VoidNightsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<VoidNightsPayload>> {
    const machine = await voidNights(ctx, rowId('Machine', machineId), input);
    return { machine, result: translate(ctx.locale, 'night_voids.done') };
  }

  @Mutation(() => GiveBackNightsPayload, {
    description: 'Restores voided nights, all or none: they count again as before, and compliance is recalculated.',
  })
  async giveBackNights(
    @Arg('input', () => GiveBackNightsInput, TO_GIVE_BACK) { machineId, ...input }: GiveBackNightsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<GiveBackNightsPayload>> {
    const machine = await giveBackNights(ctx, rowId('Machine', machineId), input);
    return { machine, result: translate(ctx.locale, 'night_voids.given_back') };
  }
}

@Resolver(() => Patient)
export class PatientNightVoidsResolver {
  @FieldResolver(() => [VoidedNights], {
    description: 'Nights of cards that were voided and would be of this patient, the last void first.',
  })
  async voidedNights(@Root() { id }: Patient, @Ctx() ctx: Context): Promise<VoidedNights[]> {
    return (await ctx.loader(voidedOfPatients).load(id)).map((voided) => new VoidedNights(voided));
  }
}

@Resolver(() => Upload)
export class UploadNightVoidsResolver {
  @FieldResolver(() => [VoidedNights], {
    description:
      'Voided nights that it brought, or that were voided before it was read and that it has again; of those that the viewer may see, the last void first.',
  })
  async voidedNights(@Root() { id }: Upload, @Ctx() ctx: Context): Promise<VoidedNights[]> {
    return (await ctx.loader(voidedOfUploads).load(id)).map((voided) => new VoidedNights(voided));
  }

  @FieldResolver(() => Int, {
    description: 'Number of nights that it brought, that the viewer may see, and that are not voided.',
  })
  voidableNights(@Root() { id }: Upload, @Ctx() ctx: Context): Promise<number> {
    return ctx.loader(voidableOfUploads).load(id);
  }
}

@Resolver(() => VoidedNights)
export class VoidedNightsResolver {
  @FieldResolver(() => Machine, {
    nullable: true,
    description: 'The device; null when the viewer may no longer see it.',
  })
  async machine(@Root() { voided }: VoidedNights, @Ctx() ctx: Context): Promise<Machine | null> {
    return (await ctx.loader(machinesById).load(voided.machineId)) ?? null;
  }
}
