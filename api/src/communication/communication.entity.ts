import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import type { PatientData } from '../shared/patient-data.ts';
import { DateTimeScalar } from '../shared/scalars.ts';

@Entity({ tableName: 'modules' })
@ObjectType({ description: 'The cellular module of a machine.' })
export class Module {
  @PrimaryKey({ type: 'integer' })
  machineId!: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Serial number of the module.' })
  serial!: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Firmware version; null when unknown.' })
  version!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Type of the module; null when unknown.' })
  type!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: "ICCID, the number of the module's SIM; null when unknown." })
  iccid!: string | null;
}

type ConnectionType = 'Wireless' | 'App' | 'Pc' | 'Unknown';

const ConnectionTypeEnum: Record<Uppercase<ConnectionType>, ConnectionType> = {
  WIRELESS: 'Wireless',
  APP: 'App',
  PC: 'Pc',
  UNKNOWN: 'Unknown',
};
registerEnumType(ConnectionTypeEnum, {
  name: 'ConnectionType',
  description: 'Way in which a device connects.',
  valuesConfig: {
    WIRELESS: { description: 'Through its cellular module (terminal_type 1 in REST).' },
    APP: { description: 'Through an app (terminal_type 2).' },
    PC: { description: 'Through a computer (terminal_type 3).' },
    UNKNOWN: { description: 'Any other terminal_type, or none.' },
  },
});

const CONNECTION_TYPES: Record<number, ConnectionType> = { 1: 'Wireless', 2: 'App', 3: 'Pc' };

/** Returns how the documented terminal type connects. */
export const connectionTypeOf = (terminalType: number | null): ConnectionType =>
  CONNECTION_TYPES[terminalType ?? 0] ?? 'Unknown';

@Entity({ tableName: 'connections' })
@ObjectType({ description: 'One session between the device and the server.' })
export class ConnectionRecord implements PatientData {
  @PrimaryKey({ type: 'bigint' })
  id!: string;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  patientId!: number;

  @Property({ type: 'integer' })
  machineOrgId!: number;

  @Property({ type: 'integer' })
  machineId!: number;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { description: 'Start of the session.' })
  startTime!: Date;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, { nullable: true, description: 'End of the session; null while it runs.' })
  endTime!: Date | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Exit status of the session; null while it runs or when unknown.',
  })
  exitFlag!: string | null;

  @Property({ type: 'integer', nullable: true })
  terminalType!: number | null;

  @Field(() => ConnectionTypeEnum, { description: 'Way in which the device connected.' })
  get connectionType(): ConnectionType {
    return connectionTypeOf(this.terminalType);
  }

  @Field(() => Float, {
    nullable: true,
    description: 'Connection time in minutes, with 1 decimal; null while the session runs.',
  })
  get minutes(): number | null {
    return this.endTime && Math.round((this.endTime.getTime() - this.startTime.getTime()) / 6000) / 10;
  }

  patientShown(): number {
    return this.patientId;
  }
}
