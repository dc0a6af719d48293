import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PatientsWhere } from '../patients/patients-list.types.ts';
import type { Where } from '../shared/list-where.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { BatchState } from './compliance-batches.store.ts';

const STATES: Record<Uppercase<BatchState>, BatchState> = {
  WAITING: 'waiting',
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
};
registerEnumType(STATES, {
  name: 'ComplianceBatchState',
  description: 'State of a batch of compliance reports.',
  valuesConfig: {
    WAITING: { description: 'It starts as soon as a node takes it.' },
    RUNNING: { description: 'Reports are being issued.' },
    DONE: { description: 'Every patient has a line in the file.' },
    FAILED: { description: 'The job failed; the file has the patients done so far.' },
  },
});

@WithoutPatients()
@ObjectType({
  description:
    'Compliance reports of several patients that the viewer asked for within the last 30 days. GET /api/compliance-batches/{id}/file returns the file, to this user alone.',
})
export class ComplianceBatch {
  @Field(() => ID, { description: 'Integer id of the batch, as in REST paths.' })
  id!: number;

  @Field(() => String, { description: 'Name of the rule in requests.' })
  ruleId!: string;

  @Field(() => DateScalar, { description: 'Date of the results.' })
  asOf!: string;

  @Field(() => STATES, { description: 'Progress.' })
  state!: BatchState;

  @Field(() => Int, { description: 'Number of patients.' })
  patientCount!: number;

  @Field(() => Int, { description: 'Number of patients that have a line in the file.' })
  doneCount!: number;

  @Field(() => Int, { description: 'Number of reports that were issued; each other line has the reason.' })
  reportCount!: number;

  @Field(() => DateTimeScalar, { description: 'Time at which it was asked for.' })
  createdAt!: Date;
}

@InputType({ description: 'All patients of the list that match its search and filter.' })
export class MatchingPatientsInput {
  @Field(() => String, { nullable: true, description: 'The search of the list.' })
  search?: string | null;

  @Field(() => PatientsWhere, { nullable: true, description: 'The filter of the list.' })
  where?: Where | null;
}

@InputType({ description: 'At most 500 patients: either by their ids, or all that match.' })
export class PatientSelectionInput {
  @Field(() => [ID], {
    nullable: true,
    description: 'Global ids or integer ids. A patient that the viewer may not see has a line that says so.',
  })
  patientIds?: string[] | null;

  @Field(() => MatchingPatientsInput, { nullable: true, description: 'All patients that match.' })
  matching?: MatchingPatientsInput | null;
}

@InputType({ description: 'Compliance reports to issue.' })
export class StartComplianceBatchInput {
  @Field(() => PatientSelectionInput, { description: 'The patients.' })
  selection!: PatientSelectionInput;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the rule in requests, one of `complianceRules`; the default rule when omitted.',
  })
  ruleId?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'Date of the results; today when omitted.' })
  asOf?: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of starting a batch of compliance reports.' })
export class StartComplianceBatchPayload extends Payload {
  @Field(() => ComplianceBatch, { nullable: true, description: 'The batch; null when refused.' })
  batch: ComplianceBatch | null = null;
}

@InputType({ description: 'A batch of compliance reports to put away.' })
export class DismissComplianceBatchInput {
  @Field(() => ID, { description: 'Id of a batch whose job does not run.' })
  batchId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of putting a batch of compliance reports away.' })
export class DismissComplianceBatchPayload extends Payload {
  @Field(() => ComplianceBatch, { nullable: true, description: 'The batch; null when refused.' })
  batch: ComplianceBatch | null = null;
}
