import type { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../shared/enums.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { DateTimeScalar } from '../shared/scalars.ts';

export const BULK_STATES = ['created', 'running', 'waiting', 'completed', 'failed', 'canceled', 'expired'] as const;
export type BulkState = (typeof BULK_STATES)[number];

export const BulkStateEnum = enumOf(BULK_STATES);
registerEnumType(BulkStateEnum, {
  name: 'BulkQueryState',
  description: 'State of a bulk query.',
  valuesConfig: {
    CREATED: { description: 'It starts as soon as a node takes it.' },
    RUNNING: { description: 'Pages are being read.' },
    WAITING: { description: 'It continues at `resumesAt`, when enough points of its token have come back.' },
    COMPLETED: { description: 'The file has the whole result.' },
    FAILED: { description: 'It ended for the reason in `errorCode`; its file was removed.' },
    CANCELED: { description: 'The user canceled it; its file was removed.' },
    EXPIRED: { description: 'The file was removed, 7 days after its end.' },
  },
});

/** A query of a user whose result a job writes into a file (bulk-queries.jobs.ts). Not a node: it is read by its integer id. */
@WithoutPatients()
@Entity({ tableName: 'bulk_queries' })
@ObjectType({
  description:
    'A query whose whole result becomes a file of JSON lines, for the user who started it alone; kept for 30 days.',
})
export class BulkQuery {
  declare [OptionalProps]?: 'createdAt';

  @PrimaryKey({ type: 'integer' })
  @Field(() => Int, { name: 'databaseId', description: 'Integer id of the bulk query.' })
  id!: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  userId!: number;

  @Property({ type: 'text' })
  actor!: string;

  @Property({ type: 'integer', nullable: true })
  keyId!: number | null;

  @Property({ type: 'integer', nullable: true })
  actingOrgId!: number | null;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The document as it was sent.' })
  query!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name of its list.' })
  list!: string;

  @Property({ type: 'text' })
  @Field(() => BulkStateEnum, { description: 'Progress or result.' })
  state!: BulkState;

  @Property({ type: 'text', nullable: true, fieldName: 'failure' })
  @Field(() => String, {
    nullable: true,
    description:
      'Code of the error that ended it, as an answer would have it in `extensions.code`; TIMED_OUT after 7 days; null for one that has not failed.',
  })
  errorCode!: string | null;

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Lines of the file so far.' })
  objectCount!: number;

  /** Of 64 bits, as the points. */
  @Property({ type: 'bigint' })
  fileSize!: bigint;

  @Property({ type: 'bigint' })
  pointsSpent!: bigint;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which a waiting query continues; null for any other.',
  })
  resumesAt!: Date | null;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time at which it was started.' })
  createdAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, { nullable: true, description: 'Time at which it ended; null until then.' })
  endedAt!: Date | null;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which its file is removed, 7 days after its end; null without a whole file.',
  })
  expiresAt!: Date | null;
}
