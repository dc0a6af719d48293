// Adds a patient once, however often it is sent: node write-once.ts
import { randomUUID } from 'node:crypto';
import { env } from 'node:process';

const { AIRLOG_URL, TOKEN, ORGANIZATION_ID } = env;
// One id for one intention. Keep it until the answer is there, and send it again after a lost connection.
const key = randomUUID();

async function addPatient(): Promise<number | undefined> {
  const response = await fetch(`${AIRLOG_URL}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({
      query: `mutation ($input: CreatePatientInput!) {
        createPatient(input: $input) { patient { databaseId } userErrors { field code message } }
      }`,
      variables: {
        input: { firstName: 'Dana', lastName: 'Reyes', city: 'Albany', state: 'NY', dmeId: ORGANIZATION_ID },
      },
    }),
  });
  const { data, errors } = (await response.json()) as {
    data?: { createPatient: { patient: { databaseId: number } | null; userErrors: object[] } };
    errors?: object[];
  };
  const refused = errors ?? data?.createPatient.userErrors ?? [];
  if (refused.length > 0) console.error(JSON.stringify(refused));
  return data?.createPatient.patient?.databaseId;
}

console.log(await addPatient());
console.log(await addPatient());
