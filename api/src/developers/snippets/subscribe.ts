// Prints the next change of some patients, and ends: npm install graphql-ws && node subscribe.ts
import { env } from 'node:process';
import { createClient } from 'graphql-ws';

const { AIRLOG_URL = '', TOKEN, PATIENT_IDS = '' } = env;
const client = createClient({
  url: `${AIRLOG_URL.replace(/^http/, 'ws')}/graphql`,
  connectionParams: { authorization: `Bearer ${TOKEN}` },
  on: { connected: () => console.error('connected') },
});
const changes = client.iterate({
  query: 'subscription ($ids: [ID!]!) { patientsChanged(patientIds: $ids) { patientId } }',
  variables: { ids: PATIENT_IDS.split(',') },
});
const { value } = await changes.next();
console.log(JSON.stringify(value));
await client.dispose();
