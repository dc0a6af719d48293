import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { enumOf } from '../shared/enums.ts';
import { Payload } from '../shared/payload.ts';
import { IMPORT_STATES, type ImportState } from './users-import.store.ts';
import type { RowOutcome } from './users-import.view.ts';

export const UserImportStateEnum = enumOf(IMPORT_STATES);
registerEnumType(UserImportStateEnum, {
  name: 'UserImportState',
  description: 'State of an import of users.',
  valuesConfig: {
    CHECKED: { description: 'Every row can be created; importUsers starts it.' },
    REFUSED: { description: 'Some rows are refused, so no user is created.' },
    WAITING: { description: 'It starts as soon as a node takes it.' },
    RUNNING: { description: 'Users are being created; none exists before all do.' },
    DONE: { description: 'Every user was created and invited.' },
    FAILED: { description: 'No user was created.' },
  },
});

export const UserImportOutcomeEnum: Record<'CREATE' | 'REFUSED' | 'CREATED' | 'NOT_CREATED', RowOutcome> = {
  CREATE: 'create',
  REFUSED: 'refused',
  CREATED: 'created',
  NOT_CREATED: 'not-created',
};
registerEnumType(UserImportOutcomeEnum, {
  name: 'UserImportOutcome',
  description: 'Outcome of a row.',
  valuesConfig: {
    CREATE: { description: 'The import would create the user.' },
    REFUSED: { description: 'The row has errors.' },
    CREATED: { description: 'The user was created and invited.' },
    NOT_CREATED: { description: 'The row is right, but no user of the file was created.' },
  },
});

@WithoutPatients()
@ObjectType({ description: 'One error of a row of a file of users.' })
export class UserImportError {
  @Field(() => String, { description: 'The column, by its documented name.' })
  attribute!: string;

  @Field(() => String, { description: "The error in the viewer's language." })
  message!: string;
}

@WithoutPatients()
@ObjectType({ description: 'One row of a file of users, as it was read.' })
export class UserImportRow {
  @Field(() => Int, { description: 'Number of the row in the spreadsheet; the header is row 1.' })
  row!: number;

  @Field(() => String, { description: 'E-mail address; empty without one.' })
  email!: string;

  @Field(() => String, { description: 'First name and last name.' })
  name!: string;

  @Field(() => String, { description: 'User type, as entered.' })
  userType!: string;

  @Field(() => String, { description: 'Role, as entered.' })
  role!: string;

  @Field(() => UserImportOutcomeEnum, { description: 'Outcome of the row.' })
  outcome!: RowOutcome;

  @Field(() => [UserImportError], { description: 'Errors of the row; empty when there are none.' })
  errors!: UserImportError[];
}

@WithoutPatients()
@ObjectType({ description: 'A file of users that the viewer has sent within the last day.' })
export class UserImport {
  @Field(() => ID, { description: 'Integer id of the import, as in REST paths.' })
  id!: number;

  @Field(() => Int, { description: 'Integer id of the organization of the new users.' })
  organizationId!: number;

  @Field(() => UserImportStateEnum, { description: 'Progress.' })
  state!: ImportState;

  @Field(() => Int, { description: 'Number of rows with users.' })
  rowCount!: number;

  @Field(() => Int, { description: 'Number of rows that are refused.' })
  refusedCount!: number;

  @Field(() => Int, { description: 'Number of users that the running job has prepared; all of them when it is done.' })
  doneCount!: number;
}

@InputType({ description: 'An import to start.' })
export class ImportUsersInput {
  @Field(() => ID, { description: 'Id of an import whose rows have been checked.' })
  importId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of starting an import of users.' })
export class ImportUsersPayload extends Payload {
  @Field(() => UserImport, { nullable: true, description: 'The import; null when refused.' })
  userImport: UserImport | null = null;
}

@InputType({ description: 'An import to put away.' })
export class DismissUserImportInput {
  @Field(() => ID, { description: 'Id of an import whose job does not run.' })
  importId!: string;
}

@WithoutPatients()
@ObjectType({ description: 'Result of putting an import of users away.' })
export class DismissUserImportPayload extends Payload {
  @Field(() => UserImport, { nullable: true, description: 'The import; null when refused.' })
  userImport: UserImport | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'Progress of a job of the viewer.' })
export class JobProgress {
  @Field(() => UserImport, { description: 'The import of users that the job carries out.' })
  userImport!: UserImport;
}
