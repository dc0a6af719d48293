import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Node } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';
import type { FollowUpAct, FollowUpReason } from './follow-ups.rules.ts';

/** An act of staff on a follow-up. The latest one of an organization, a patient and a reason says how it is now. */
@Entity({ tableName: 'follow_ups' })
export class FollowUpDecision extends Node implements PatientData {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  patientId!: number;

  @Property({ type: 'text' })
  reason!: FollowUpReason;

  @Property({ type: 'text' })
  act!: FollowUpAct;

  patientShown(): number {
    return this.patientId;
  }
}
