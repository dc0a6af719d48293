import { ApolloClient, ApolloLink } from '@apollo/client';
import { expect, test } from '@jest/globals';
import { print, stripIgnoredCharacters, type DocumentNode } from 'graphql';
import { EMPTY } from 'rxjs';
import { sentText } from '../../sent-text.ts';
import { PatientsPageDocument } from '../features/patients/gql/patientList.ts';
import { DashboardPageDocument } from '../pages/gql/DashboardPage.ts';
import { PatientPageDocument } from '../pages/gql/PatientPage.ts';
import { createCache } from './apollo.ts';
import { ViewerDocument } from './gql/SessionGate.ts';

test.each<[string, DocumentNode]>([
  ['Viewer', ViewerDocument],
  ['DashboardPage', DashboardPageDocument],
  ['PatientsPage', PatientsPageDocument],
  ['PatientPage', PatientPageDocument],
])('the query %s that is sent ahead of the client is the text that the client sends', (_name, query) => {
  let text = '';
  const link = new ApolloLink(({ query: sent }) => {
    text = stripIgnoredCharacters(print(sent));
    return EMPTY;
  });
  const client = new ApolloClient({ cache: createCache(), dataMasking: true, link });
  client.watchQuery({ query }).subscribe({});
  expect(sentText(query)).toBe(text);
});
