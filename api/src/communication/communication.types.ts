import { Field, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { CarrierProblem } from './carrier.ts';
import { ConnectionRecord } from './communication.entity.ts';

@ObjectType({ description: 'One page of the sessions in which a device talked to the server, newest first.' })
export class ConnectionHistory {
  @Field(() => [ConnectionRecord], { description: 'The sessions of this page.' })
  rows!: ConnectionRecord[];

  @Field(() => Int, { description: 'How many sessions there are.' })
  total!: number;

  @Field(() => Int, { description: 'The page, from 1.' })
  page!: number;

  @Field(() => Int, { description: 'Sessions a page.' })
  limit!: number;

  @Field(() => Int, {
    nullable: true,
    description: "The place of the first session of this page, from 1: 'Showing x to y'. Null for an empty page.",
  })
  get from(): number | null {
    return this.rows.length === 0 ? null : (this.page - 1) * this.limit + 1;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'The place of the last session of this page. Null for an empty page.',
  })
  get to(): number | null {
    return this.rows.length === 0 ? null : (this.page - 1) * this.limit + this.rows.length;
  }
}

@ObjectType({ description: "What the carrier says of a module's SIM." })
export class NetworkStatus {
  @Field(() => String, { nullable: true, description: 'Number of the SIM.' })
  iccid!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Start of the last data session.' })
  lastStartTime!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'End of the last data session; null while it runs.' })
  lastStopTime!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the carrier told nothing: slow (no answer within 3 s), broken, absent (it does not know the SIM), busy (asked too often). Null when it answered.',
  })
  problem!: CarrierProblem | null;
}
