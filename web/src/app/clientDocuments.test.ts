import { ApolloClient, ApolloLink } from '@apollo/client';
import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, print, type DefinitionNode, type DocumentNode } from 'graphql';
import { EMPTY } from 'rxjs';
import { createCache } from './apollo.ts';

const SOURCE = join(import.meta.dirname, '..');

const nameOf = (definition: DefinitionNode) =>
  `${definition.kind} ${'name' in definition ? definition.name?.value : ''}`;

/** The digest as the server takes it: of the printed document, its definitions by kind and name. */
function digestOf(document: DocumentNode): string {
  const definitions = document.definitions.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  return createHash('sha256')
    .update(print({ ...document, definitions }))
    .digest('hex');
}

const isOperation = (value: unknown): value is DocumentNode =>
  (value as DocumentNode | null)?.kind === Kind.DOCUMENT &&
  (value as DocumentNode).definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION);

test('the build lists the digest of each operation as Apollo Client sends it, and no other', async () => {
  const files = globSync('**/gql/*.ts', { cwd: SOURCE, exclude: ['gql/*.ts'] });
  const modules = await Promise.all(files.map((file) => import(join(SOURCE, file)) as Promise<object>));
  const sent: string[] = [];
  const link = new ApolloLink(({ query }) => {
    sent.push(digestOf(query));
    return EMPTY;
  });
  const client = new ApolloClient({ cache: createCache(), dataMasking: true, link });
  for (const document of modules.flatMap((module) => Object.values(module)).filter(isOperation)) {
    const [definition] = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    const { operation } = definition as { operation: string };
    if (operation === 'query') client.watchQuery({ query: document, fetchPolicy: 'network-only' }).subscribe({});
    else if (operation === 'subscription') client.subscribe({ query: document }).subscribe({});
    else void client.mutate({ mutation: document }).catch(() => undefined);
  }
  await Promise.resolve();
  const listed = JSON.parse(readFileSync(join(SOURCE, 'gql/operations.json'), 'utf8')) as string[];
  expect(sent.length).toBeGreaterThan(200);
  expect(sent.toSorted()).toEqual(listed);
});
