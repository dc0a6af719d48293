import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import { Location } from '../locations/location.entity.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { User } from '../users/user.entity.ts';
import { possibleDuplicates } from './patient-duplicates.service.ts';
import { PossibleDuplicate, PossibleDuplicatesInput } from './patient-duplicates.types.ts';
import { findClinicians, findLocations, findProviders } from './patient-form-options.ts';
import { checkCreatePatient, checkUpdatePatient, createPatient, updatePatient } from './patient-form.service.ts';
import {
  CreatePatientCheck,
  CreatePatientInput,
  CreatePatientPayload,
  PatientOrganization,
  UpdatePatientCheck,
  UpdatePatientInput,
  UpdatePatientPayload,
} from './patient-form.types.ts';

const ONLY = 'Names of the fields to check; all when omitted.';

/** The integer of an id of the form: null for none, and 0, which no row has, for what is no id of this type. */
function chosen(type: 'Location' | 'Organization' | 'User', id: string | null | undefined): number | null | undefined {
  if (id === undefined) return undefined;
  if (id === null || id === '') return null;
  try {
    return rowId(type, id);
  } catch {
    return 0;
  }
}

/** The input of the services: ids are integers. */
const inputOf = ({ dmeId, clinicianId, physicianId, locationId, ...rest }: CreatePatientInput) => ({
  ...rest,
  dmeId: chosen('Organization', dmeId),
  clinicianId: chosen('User', clinicianId),
  physicianId: chosen('User', physicianId),
  locationId: chosen('Location', locationId),
});

@Resolver()
export class PatientFormResolver {
  @Query(() => CreatePatientCheck, {
    description:
      'Every reason why createPatient would refuse the input, without writing. The PIN is compared only when devicePin is among the fields.',
  })
  checkCreatePatient(
    @Arg('input', () => CreatePatientInput, { description: 'The same input as for createPatient.' })
    input: CreatePatientInput,
    @Arg('only', () => [String], { nullable: true, description: ONLY }) only: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<CreatePatientCheck> {
    return checked(ctx, CreatePatientCheck, async () => {
      const { access } = await checkCreatePatient(ctx, inputOf(input), only ?? undefined);
      return { access: only ? null : access };
    });
  }

  @Mutation(() => CreatePatientPayload, {
    description: "Adds a patient to the viewer's organization, with a device as of today if a serial is given.",
  })
  async createPatient(
    @Arg('input', () => CreatePatientInput, { description: 'The new patient.' }) input: CreatePatientInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreatePatientPayload>> {
    return { patient: await createPatient(ctx, inputOf(input)) };
  }

  @Query(() => UpdatePatientCheck, {
    description: 'Every reason why updatePatient would refuse the input, without writing.',
  })
  checkUpdatePatient(
    @Arg('input', () => UpdatePatientInput, { description: 'The same input as for updatePatient.' })
    { patientId, ...input }: UpdatePatientInput,
    @Arg('only', () => [String], { nullable: true, description: ONLY }) only: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<UpdatePatientCheck> {
    return checked(ctx, UpdatePatientCheck, async () => {
      const { access } = await checkUpdatePatient(ctx, rowId('Patient', patientId), inputOf(input), only ?? undefined);
      return { access: only ? null : access };
    });
  }

  @Mutation(() => UpdatePatientPayload, {
    description: 'Changes the record of a patient, and who sees the patient. Omitted fields stay as they are.',
  })
  async updatePatient(
    @Arg('input', () => UpdatePatientInput, { description: 'The patient and its new values.' })
    { patientId, ...input }: UpdatePatientInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdatePatientPayload>> {
    return { patient: await updatePatient(ctx, rowId('Patient', patientId), inputOf(input)) };
  }

  @Query(() => [PossibleDuplicate], {
    description:
      'At most 5 patients, among those that the viewer may see, who may be the one being entered, the best match first.',
  })
  possibleDuplicates(
    @Arg('input', () => PossibleDuplicatesInput, { description: 'The values entered so far.' })
    input: PossibleDuplicatesInput,
    @Ctx() ctx: Context,
  ): Promise<PossibleDuplicate[]> {
    return possibleDuplicates(ctx, input);
  }

  @Query(() => [PatientOrganization], {
    description:
      'Active equipment providers whose name has every search word: at most 20, by name. Without two letters, those that share patients with the organization.',
  })
  patientProviders(
    @Arg('search', () => String, { description: 'Search words.' }) search: string,
    @Ctx() ctx: Context,
  ): Promise<PatientOrganization[]> {
    return findProviders(ctx, search);
  }

  @Query(() => [User], {
    description:
      "Users who can be a patient's clinician or physician and whose name has every search word, at most 20, by name: clinicians of the organization, and those of partners who treat one of its patients.",
  })
  patientClinicians(
    @Arg('search', () => String, { description: 'Search words; the first by name when empty.' }) search: string,
    @Ctx() ctx: Context,
  ): Promise<User[]> {
    return findClinicians(ctx, search);
  }

  @Query(() => [Location], {
    description: "The organization's open locations that the viewer can choose, the first 1000 by name.",
  })
  patientLocations(@Ctx() ctx: Context): Promise<Location[]> {
    return findLocations(ctx);
  }
}
