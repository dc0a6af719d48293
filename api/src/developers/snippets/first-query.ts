// Prints how many patients the key may see. Node 24 runs this file as it is: node first-query.ts
import { env } from 'node:process';

const { AIRLOG_URL, CLIENT_ID = '', CLIENT_SECRET = '' } = env;

const answer = await fetch(`${AIRLOG_URL}/oauth/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    scope: 'view.patient',
  }),
});
const { access_token: token } = (await answer.json()) as { access_token: string };

const response = await fetch(`${AIRLOG_URL}/graphql`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ query: '{ patients(first: 1) { totalCount } }' }),
});
console.log(JSON.stringify(await response.json()));
