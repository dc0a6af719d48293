import { graphql } from '../gql/gql.ts';

graphql(`
  query Viewer {
    viewer {
      locale
      host
      permissions
      viewerCanUseGraphiql
      user {
        id
        databaseId
        firstName
        lastName
        email
        roleLabel
      }
      organization {
        id
        databaseId
        name
        type
        timezone
      }
    }
  }
`);
