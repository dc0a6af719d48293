import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Location } from '../locations/location.entity.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { patientRecords, locationsById, type PatientRecord } from './patient-record.service.ts';
import { Patient } from './patient.entity.ts';
import { updatableFields } from './patients.policy.ts';
import { VERSION, VersionScalar } from '../shared/versioned.ts';

const recordOf = async (ctx: Context, { id }: Patient): Promise<PatientRecord> => {
  const record = await ctx.loader(patientRecords).load(id);
  if (!record) throw new NotFound();
  return record;
};
const ownerOf = ({ organization }: Patient) => ({ orgId: organization.id });

/** What the page of a patient shows and lists do not. */
@Resolver(() => Patient)
export class PatientRecordResolver {
  @FieldResolver(() => VersionScalar, VERSION)
  async version(@Root() patient: Patient, @Ctx() ctx: Context): Promise<number> {
    return (await recordOf(ctx, patient)).version;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Note about the patient; null when there is none.' })
  async note(@Root() patient: Patient, @Ctx() ctx: Context): Promise<string | null> {
    return (await recordOf(ctx, patient)).note;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Street and number; null when unknown.' })
  async address1(@Root() patient: Patient, @Ctx() ctx: Context): Promise<string | null> {
    return (await recordOf(ctx, patient)).address1;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Second line of the address; null when there is none.',
  })
  async address2(@Root() patient: Patient, @Ctx() ctx: Context): Promise<string | null> {
    return (await recordOf(ctx, patient)).address2;
  }

  @FieldResolver(() => String, { nullable: true, description: 'ZIP or postal code; null when unknown.' })
  async zip(@Root() patient: Patient, @Ctx() ctx: Context): Promise<string | null> {
    return (await recordOf(ctx, patient)).zip;
  }

  @FieldResolver(() => String, { description: 'Country: US or CA.' })
  async country(@Root() patient: Patient, @Ctx() ctx: Context): Promise<string> {
    return (await recordOf(ctx, patient)).country;
  }

  @FieldResolver(() => Location, {
    nullable: true,
    description: "The patient's location; null without one, and for users of other organizations.",
  })
  async location(@Root() { locationId }: Patient, @Ctx() ctx: Context): Promise<Location | null> {
    return locationId === null ? null : ctx.loader(locationsById).load(locationId);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may change some of the record.' })
  viewerCanUpdate(@Root() patient: Patient, @Ctx() { viewer }: Context): boolean {
    return updatableFields(viewer, ownerOf(patient)).length > 0;
  }

  @FieldResolver(() => [String], {
    description:
      "Names of the fields of UpdatePatientInput that the viewer may change: all of them for a patient of the viewer's organization, the therapy start and the note for others.",
  })
  viewerCanUpdateFields(@Root() patient: Patient, @Ctx() { viewer }: Context): string[] {
    return updatableFields(viewer, ownerOf(patient));
  }
}
