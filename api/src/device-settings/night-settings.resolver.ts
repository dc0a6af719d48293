import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { DateScalar } from '../shared/scalars.ts';
import { settingsOfNight } from './night-settings.service.ts';
import { NightSettings } from './night-settings.types.ts';

@Resolver(() => Patient)
export class NightSettingsResolver {
  @FieldResolver(() => [NightSettings], {
    description:
      "Settings of each device of the patient in one night, as the device had reported them by its end: those in force when the night began, and those reported until it ended, oldest first. The night lasts from noon to noon in the zone of the patient's provider. Empty when the device had reported none: not known is not the default.",
  })
  async nightSettings(
    @Root() patient: Patient,
    @Arg('date', () => DateScalar, { description: 'Date of the evening of the night.' }) date: string,
    @Ctx() ctx: Context,
  ): Promise<NightSettings[]> {
    return (await settingsOfNight(ctx, patient, date)).map((held) => new NightSettings(held));
  }
}
