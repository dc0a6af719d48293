import type { CodeableConcept, Observation, Quantity } from 'fhir/r4';
import { mayCall } from '../auth/authorize.ts';
import type { Machine } from '../machines/machine.entity.ts';
import { machinesById } from '../machines/machines.service.ts';
import { timezoneOfPatient } from '../organizations/organizations.service.ts';
import { patientsById } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { NotFound } from '../shared/errors.ts';
import type { NightSource } from '../usage/night-source.rules.ts';
import type { UsageNight } from '../usage/usage-night.entity.ts';
import { systemOf } from './fhir-systems.ts';
import { timeOf } from './fhir-times.ts';

/** What is measured in a night, in the order of the entries: its code, and its value. No LOINC code is known to mean these. */
export const MEASURES = ['usage', 'ahi'] as const;
export type Measure = (typeof MEASURES)[number];

const UCUM = 'http://unitsofmeasure.org';
const TEXTS: Record<Measure, string> = {
  usage: 'Device-reported use in a night',
  ahi: 'Device-reported apneas and hypopneas per hour of use in a night',
};
const SOURCES: Record<NightSource, string> = {
  wireless: 'Sent by the device',
  sd: 'Read from an SD card',
  qr: 'Read from a QR+ code',
};

const THERAPY: CodeableConcept = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'therapy' }],
};
const UNKNOWN: CodeableConcept = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown' }],
};

function quantityOf(measure: Measure, { minutes, ahi }: UsageNight): Quantity | null {
  if (measure === 'usage') return { value: minutes, unit: 'min', system: UCUM, code: 'min' };
  return ahi === null ? null : { value: ahi, unit: 'events/h', system: UCUM, code: '/h' };
}

/** A night is from noon to noon, and belongs to the date of its evening. The end of a period is a part of it. */
const periodOf = (timezone: string, date: string) => ({
  start: timeOf(timezone, date, '12:00:00'),
  end: timeOf(timezone, addDays(date, 1), '11:59:59'),
});

/** The device, for a viewer who may read devices and sees this one. */
async function deviceOf(ctx: Context, { machineId }: UsageNight): Promise<Machine | null> {
  return mayCall(ctx, 'Query.machine') ? ctx.loader(machinesById).load(machineId) : null;
}

/** Returns a measure of a night as FHIR has it. What its source does not have is absent, which is no zero. */
export async function nightResource(ctx: Context, night: UsageNight, measure: Measure): Promise<Observation> {
  const patient = await ctx.loader(patientsById).load(night.patientId!);
  if (!patient) throw new NotFound();
  const [timezone, machine] = await Promise.all([timezoneOfPatient(ctx, patient), deviceOf(ctx, night)]);
  const quantity = quantityOf(measure, night);
  const issued = night.arrivedAt.toISOString();
  return {
    resourceType: 'Observation',
    id: `${night.id}-${measure}`,
    meta: { lastUpdated: issued },
    status: night.corrected ? 'corrected' : 'final',
    category: [THERAPY],
    code: { coding: [{ system: systemOf(ctx, 'measure'), code: measure }], text: TEXTS[measure] },
    subject: { reference: `Patient/${patient.id}` },
    effectivePeriod: periodOf(timezone, night.usageDate),
    issued,
    ...(quantity ? { valueQuantity: quantity } : { dataAbsentReason: UNKNOWN }),
    method: {
      coding: [{ system: systemOf(ctx, 'source'), code: night.source }],
      text: SOURCES[night.source],
    },
    ...(machine && { device: { reference: `Device/${machine.id}` } }),
  };
}
