import { expect, test } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { anonymous, asViewer, usePortal } from '../harness.ts';

usePortal();

test("an analyst's GraphiQL reads the whole schema with the query that it really sends", async () => {
  const analyst = await asViewer({ can: ['view.graphiql'] });
  for (const options of [
    {},
    {
      inputValueDeprecation: true,
      specifiedByUrl: true,
      schemaDescription: true,
      directiveIsRepeatable: true,
      oneOf: true,
    },
  ]) {
    const { data, errors } = await analyst.gql(getIntrospectionQuery(options));
    expect(errors).toBeUndefined();
    expect(
      buildClientSchema(data as IntrospectionQuery)
        .getQueryType()
        ?.getFields(),
    ).toHaveProperty('patients');
  }
});

test.each([
  ['a: __schema { queryType { name } }'],
  ['__schema { a: types { name } }'],
  ['__schema { types { ...a } } } fragment a on __Type { b: fields { name }'],
  ['a: __type(name: "Query") { name }'],
  ['a: viewer { locale } __type(name: "Query") { name }'],
])('the schema is free, so it is read without aliases: %s is refused', async (selection) => {
  const analyst = await asViewer({ can: ['view.graphiql'] });
  const { status, body } = await analyst.rest('POST', '/graphql', { query: `{ ${selection} }` });
  expect([status, body.errors[0].message]).toEqual([400, 'The schema is read without aliases.']);
  const guest = await anonymous().gql(`{ ${selection} }`);
  expect(guest.errors![0]!.extensions.code).toBe('INTROSPECTION_DISABLED');
});

test('what is no read of the schema may have an alias, also of the name of a type', async () => {
  const analyst = await asViewer({ can: ['view.graphiql'] });
  expect((await analyst.gql('{ a: __typename }')).data).toEqual({ a: 'Query' });
});
