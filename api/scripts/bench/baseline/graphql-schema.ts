import DataLoader from 'dataloader';
import type { Ask } from './database.ts';
import { COUNT, DEVICES_OF_PATIENTS, LIST, ORGANIZATIONS } from './statements.ts';

type Row = Record<string, unknown>;

/** The context of one request of a GraphQL baseline: its transaction and its loaders. */
export interface BaselineContext {
  ask: Ask;
  organizations: DataLoader<number, Row | null>;
  devices: DataLoader<number, Row[]>;
}

/** Returns a context whose loaders read in the transaction of `ask`. */
export const baselineContext = (ask: Ask): BaselineContext => ({
  ask,
  organizations: new DataLoader(async (ids) => {
    const byId = new Map((await ask(ORGANIZATIONS, [ids])).map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }),
  devices: new DataLoader(async (ids) => {
    const byPatient = Map.groupBy(await ask(DEVICES_OF_PATIENTS, [ids]), (row) => row.patient_id);
    return ids.map((id) => byPatient.get(id) ?? []);
  }),
});

export const TYPE_DEFS = `
  type Organization { id: ID! name: String! }
  type DeviceHistory { id: ID! serial: String! model: String! startDate: String! endDate: String isActive: Boolean! }
  type Patient {
    id: ID! databaseId: Int! firstName: String! lastName: String! email: String birthDate: String phone: String
    currentSerial: String therapyStart: String lastReport: String isRulesActive: Boolean!
    organization: Organization! provider: Organization devices: [DeviceHistory!]!
  }
  type PatientEdge { cursor: String! node: Patient! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type PatientConnection { totalCount: Int! edges: [PatientEdge!]! pageInfo: PageInfo! }
  type Query { patients(first: Int!): PatientConnection! }
`;

const globalId = (type: string) => (row: Row) => Buffer.from(`${type}:${String(row.id)}`).toString('base64url');
const cursorOf = (row: Row) => Buffer.from(JSON.stringify([row.id])).toString('base64url');

export const RESOLVERS = {
  Query: {
    async patients(_root: unknown, { first }: { first: number }, { ask }: BaselineContext) {
      const rows = await ask(LIST);
      const page = rows.slice(0, first);
      return {
        edges: page.map((node) => ({ cursor: cursorOf(node), node })),
        pageInfo: { hasNextPage: rows.length > first, endCursor: page.length > 0 ? cursorOf(page.at(-1)!) : null },
      };
    },
  },
  PatientConnection: {
    totalCount: async (_root: unknown, _args: unknown, { ask }: BaselineContext) => (await ask(COUNT))[0]!.total,
  },
  Patient: {
    id: globalId('Patient'),
    databaseId: (row: Row) => row.id,
    organization: (row: Row, _args: unknown, ctx: BaselineContext) => ctx.organizations.load(row.org_id as number),
    provider: (row: Row, _args: unknown, ctx: BaselineContext) =>
      row.dme_id === null ? null : ctx.organizations.load(row.dme_id as number),
    devices: (row: Row, _args: unknown, ctx: BaselineContext) => ctx.devices.load(row.id as number),
  },
  Organization: { id: globalId('Organization') },
  DeviceHistory: { id: globalId('DeviceHistory'), isActive: (row: Row) => row.endDate === null },
};
