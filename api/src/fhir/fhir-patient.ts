import type { Address, ContactPoint, Identifier, Patient as FhirPatient } from 'fhir/r4';
import { patientRecords, type PatientRecord } from '../patients/patient-record.service.ts';
import type { Patient, Sex } from '../patients/patient.entity.ts';
import { findPatient, listPatients } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { patientsOf } from '../shared/patient-data.ts';
import { listed } from './fhir-listed.ts';
import { byId, byText, byTime, idOf, NONE, onDate, tokenOf, type Condition, type Value } from './fhir-parameters.ts';
import type { Resource } from './fhir-resource.ts';
import { systemOf } from './fhir-systems.ts';

const GENDERS: Record<Sex, NonNullable<FhirPatient['gender']>> = { f: 'female', m: 'male', o: 'other' };

/** Whether a text is one that FHIR may contain: it has no empty ones. */
const isText = (text: string | null | undefined): text is string => Boolean(text?.trim());

function identifiersOf(ctx: Context, { id, assignedId }: Patient): Identifier[] {
  return [
    { use: 'official', system: systemOf(ctx, 'patient'), value: String(id) },
    ...(isText(assignedId)
      ? [{ use: 'secondary' as const, system: systemOf(ctx, 'patientNumber'), value: assignedId }]
      : []),
  ];
}

function telecomOf({ phone, mobilePhone, email }: Patient): ContactPoint[] {
  const points: ContactPoint[] = [
    { system: 'phone', use: 'home', value: phone ?? undefined },
    { system: 'phone', use: 'mobile', value: mobilePhone ?? undefined },
    { system: 'email', value: email ?? undefined },
  ];
  return points.filter(({ value }) => isText(value));
}

function addressOf({ city, state }: Patient, record: PatientRecord | null): Address[] {
  const line = [record?.address1, record?.address2].filter(isText);
  const parts = { city, state, postalCode: record?.zip, country: record?.country };
  const known = Object.fromEntries(Object.entries(parts).filter(([, text]) => isText(text)));
  const hasPlace = line.length > 0 || Object.keys(known).some((part) => part !== 'country');
  return hasPlace ? [{ ...(line.length > 0 && { line }), ...known }] : [];
}

/** Returns a patient as FHIR has it. */
export async function patientResource(ctx: Context, patient: Patient): Promise<FhirPatient> {
  const { id, firstName, lastName, birthDate, sex, isRulesActive, organization, updatedAt } = patient;
  const telecom = telecomOf(patient);
  const address = addressOf(patient, await ctx.loader(patientRecords).load(id));
  const name = {
    ...(isText(lastName) && { family: lastName }),
    ...(isText(firstName) && { given: [firstName] }),
  };
  return {
    resourceType: 'Patient',
    id: String(id),
    meta: { lastUpdated: updatedAt.toISOString() },
    identifier: identifiersOf(ctx, patient),
    active: isRulesActive,
    ...(Object.keys(name).length > 0 && { name: [{ use: 'official' as const, ...name }] }),
    ...(telecom.length > 0 && { telecom }),
    ...(sex && { gender: GENDERS[sex] }),
    ...(birthDate && { birthDate }),
    ...(address.length > 0 && { address }),
    managingOrganization: { reference: `Organization/${organization.id}` },
  };
}

async function shown(ctx: Context, patient: Patient): Promise<FhirPatient> {
  ctx.shows(patientsOf([patient]));
  return patientResource(ctx, patient);
}

/** A number of the organization, or the integer id. */
function byIdentifier(ctx: Context, { text }: Value): Condition {
  const { system, value } = tokenOf(text);
  const id = idOf(value);
  const ofPortal = id === null ? [] : [{ databaseId: { equal: id } }];
  const number = { assignedId: { equal: value } };
  if (system === undefined) return { where: { or: [number, ...ofPortal] } };
  if (system === systemOf(ctx, 'patientNumber')) return { where: number };
  return system === systemOf(ctx, 'patient') && ofPortal.length > 0 ? { where: ofPortal[0]! } : NONE;
}

export const patients: Resource = {
  type: 'Patient',
  parameters: [
    byId,
    {
      name: 'identifier',
      type: 'token',
      text: 'The number that the organization gave the patient, or the id of the portal, by their systems.',
      condition: byIdentifier,
    },
    byText('family', 'Beginning of the family name, without case and accents.', 'lastName'),
    byText('given', 'Beginning of the given name, without case and accents.', 'firstName'),
    byText('name', 'Beginning of the family name or of the given name.', 'lastName', 'firstName'),
    {
      name: 'birthdate',
      type: 'date',
      text: 'Birth date, or its month or year.',
      condition: (_ctx, value) => onDate('birthDate', value),
    },
    ...byTime('updatedAt', 'Time of the last change of the record, or of who sees the patient.'),
  ],
  read: async (ctx, id) => patientResource(ctx, await findPatient(ctx, id)),
  search: listed(listPatients, shown, { isCounted: true }),
};
