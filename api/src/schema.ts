import 'reflect-metadata';
import { buildSchema, type NonEmptyArray } from 'type-graphql';
import type { GraphQLSchema } from 'graphql';
import { SessionResolver } from './auth/session.resolver.ts';
import { AssignDeviceResolver } from './device-history/assign-device.resolver.ts';
import { DeviceHistoryResolver, MachineHistoryResolver, PatientDevicesResolver } from './device-history/device-history.resolver.ts';
import { guardRootFields } from './graphql/root-fields.ts';
import { CreateICodeReportsPayloadResolver, ICodeReportsResolver, PatientICodeReportsResolver } from './icode-reports/icode-reports.resolver.ts';

/** Every resolver. A feature adds its line here and its operations to the matrix. */
const resolvers = [SessionResolver, AssignDeviceResolver, DeviceHistoryResolver, PatientDevicesResolver, MachineHistoryResolver, ICodeReportsResolver, CreateICodeReportsPayloadResolver, PatientICodeReportsResolver] as unknown as NonEmptyArray<new () => object>;

/** The schema as the code describes it, each root field behind the authorisation matrix. */
export async function createSchema(): Promise<GraphQLSchema> {
  return guardRootFields(await buildSchema({ resolvers, validate: false, emitSchemaFile: false }));
}
