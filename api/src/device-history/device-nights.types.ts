import { Field, Int, ObjectType } from 'type-graphql';
import { UsageDateForecast } from '../compliance/compliance-forecast.types.ts';
import { Patient } from '../patients/patient.entity.ts';
import { DateScalar } from '../shared/scalars.ts';
import type { AssignmentImpact, NightsMoved } from './device-nights.service.ts';

@ObjectType('NightsMoved', { description: 'Nights that a change of an assignment would move the same way.' })
export class NightsMovedType implements NightsMoved {
  @Field(() => Patient, {
    nullable: true,
    description: 'Current patient of the nights; null for none, or for a patient that the viewer may not see.',
  })
  from!: Patient | null;

  @Field(() => Boolean, { description: 'True when they are of a patient that the viewer may not see.' })
  fromHidden!: boolean;

  @Field(() => Patient, { nullable: true, description: 'Patient of the nights after the change; null for none.' })
  to!: Patient | null;

  @Field(() => Int, { description: 'Number of nights, of all sources.' })
  nights!: number;

  @Field(() => DateScalar, { description: 'Date of the first one.' })
  firstDate!: string;

  @Field(() => DateScalar, { description: 'Date of the last one.' })
  lastDate!: string;
}

@ObjectType('AssignmentImpact', { description: 'Changes that the dates of an assignment would make.' })
export class AssignmentImpactType {
  @Field(() => [NightsMovedType], { description: 'The nights that would move; empty when none would.' })
  readonly moves: readonly NightsMoved[];

  @Field(() => [UsageDateForecast], { description: 'The patients of these nights that the viewer may see, by name.' })
  readonly patients: UsageDateForecast[];

  constructor({ moves, patients }: AssignmentImpact) {
    this.moves = moves;
    this.patients = patients.map((found) => new UsageDateForecast(found));
  }
}
