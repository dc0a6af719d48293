import { expect, test } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { asViewer, usePortal } from '../harness.ts';

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
