import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contract } from './contract.ts';
import type { World } from './isolation.fixture.ts';

const SOURCE = join(import.meta.dirname, '../../src');

const contractOf = async (file: string) =>
  ((await import(pathToFileURL(join(SOURCE, file)).href)) as { contract: Contract }).contract;
const contracts = await Promise.all(globSync('**/*.contract.ts', { cwd: SOURCE }).sort().map(contractOf));

/** The rows of all features. Throws when two of them have a row of one name. */
export function rowsOf<Row>(parts: (Record<string, Row> | undefined)[]): Record<string, Row> {
  const rows: Record<string, Row> = {};
  for (const [name, row] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    if (Object.hasOwn(rows, name)) throw new Error(`Two contracts have a row of ${name}.`);
    rows[name] = row;
  }
  return rows;
}
const listOf = <Row>(part: (contract: Contract) => Row[] | undefined) => contracts.flatMap((one) => part(one) ?? []);

// The rows of each kind: contract.ts says what they are.
export const OPERATIONS = rowsOf(contracts.map(({ operations }) => operations));
export const GRAPHQL = rowsOf(contracts.map(({ variables }) => variables));
export const REST = rowsOf(contracts.map(({ addresses }) => addresses));
export const FOREIGN_GRAPHQL = rowsOf(contracts.map(({ foreignVariables }) => foreignVariables));
export const FOREIGN_REST = rowsOf(contracts.map(({ foreignAddresses }) => foreignAddresses));
export const SELECTIONS = rowsOf(contracts.map(({ selections }) => selections));
export const OF_NO_ORGANIZATION = new Set(listOf(({ ofNoOrganization }) => ofNoOrganization));
export const AUDITED_ELSEWHERE = listOf(({ auditedElsewhere }) => auditedElsewhere);
export const ONCE = listOf(({ once }) => once);
export const VERSIONED = rowsOf(contracts.map(({ versioned }) => versioned));
export const UNVERSIONED = rowsOf(contracts.map(({ unversioned }) => unversioned));
export const FILES = listOf(({ files }) => files);
export const TIMES = rowsOf(contracts.map(({ times }) => times));
export const GRANTS = rowsOf(contracts.map(({ rights }) => rights));
export const OWN = rowsOf(contracts.map(({ own }) => own));
export const REFUSED_STATEMENTS = rowsOf(contracts.map(({ refusedStatements }) => refusedStatements));
export const CHANGE = rowsOf(contracts.map(({ change }) => change));
export const LISTS = rowsOf(contracts.map(({ lists }) => lists));
export const VIEWER_FIELDS = listOf(({ viewerFields }) => viewerFields);
export const newRowsOf = (world: World) => listOf(({ newRows }) => newRows?.(world));

/** The permissions of which an operation takes one; or public, session or device alone. */
export const permissionsOf = (operation: string): readonly string[] => OPERATIONS[operation]![0].split(' | ');
