import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { CarrierProblem } from './carrier.ts';
import { ConnectionRecord } from './communication.entity.ts';

@ObjectType({ description: 'One page of the sessions between a device and the server, newest first.' })
export class ConnectionHistory {
  @Field(() => [ConnectionRecord], { description: 'The sessions of this page.' })
  rows!: ConnectionRecord[];

  @Field(() => Int, { description: 'Total number of sessions.' })
  total!: number;

  @Field(() => Int, { description: 'Page number, from 1.' })
  page!: number;

  @Field(() => Int, { description: 'Number of sessions per page.' })
  limit!: number;

  @Field(() => Int, {
    nullable: true,
    description: "Position of the first session of this page, from 1: 'Showing x to y'. Null for an empty page.",
  })
  get from(): number | null {
    return this.rows.length === 0 ? null : (this.page - 1) * this.limit + 1;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Position of the last session of this page, from 1. Null for an empty page.',
  })
  get to(): number | null {
    return this.rows.length === 0 ? null : (this.page - 1) * this.limit + this.rows.length;
  }
}

const CarrierProblemEnum: Record<Uppercase<CarrierProblem>, CarrierProblem> = {
  SLOW: 'slow',
  BROKEN: 'broken',
  ABSENT: 'absent',
  BUSY: 'busy',
};
registerEnumType(CarrierProblemEnum, {
  name: 'CarrierProblem',
  description: 'Reason why the carrier gave no data.',
  valuesConfig: {
    SLOW: { description: 'It did not answer within 3 s.' },
    BROKEN: { description: 'Its answer could not be read.' },
    ABSENT: { description: 'It does not know the SIM, or the module has none.' },
    BUSY: { description: 'Too many requests run at once.' },
  },
});

@ObjectType({ description: "The carrier's record of a module's SIM." })
export class NetworkStatus {
  @Field(() => String, { nullable: true, description: 'ICCID of the SIM; null for a module without one.' })
  iccid!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Start of the last data session; null when there is none.',
  })
  lastStartTime!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'End of the last data session; null while it runs or when there is none.',
  })
  lastStopTime!: Date | null;

  @Field(() => CarrierProblemEnum, {
    nullable: true,
    description: 'Reason why the carrier gave no data; null when it answered.',
  })
  problem!: CarrierProblem | null;
}
