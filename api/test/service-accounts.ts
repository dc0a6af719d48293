import { asViewer, makeOrganization, type TestViewer } from './harness.ts';
import { TokenClient } from './token.ts';

export interface Account {
  id: number;
  clientId: string;
  clientSecret: string;
}

export const ACCOUNT =
  'id name description scopes isActive createdBy key { clientId lastFour previousUntil lastUsedAt }';
const CREATE = `mutation ($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) {
  clientId clientSecret serviceAccount { ${ACCOUNT} } userErrors { field code message } } }`;

/** Returns an administrator of an organization that allows API keys. */
export async function keyManager(orgId?: number): Promise<TestViewer> {
  return asViewer({ orgId: orgId ?? (await makeOrganization('ep', { allow_api_key_management: true })) });
}

/** Returns the payload of creating a service account; undefined when the operation is forbidden. */
export const created = async (viewer: TestViewer, input: Record<string, unknown> = {}) =>
  (await viewer.gql(CREATE, { input: { name: 'Nightly sync', scopes: ['view.patient'], ...input } })).data
    ?.createServiceAccount;

/** Makes a service account with these scopes. */
export async function makeAccount(
  viewer: TestViewer,
  scopes = ['view.patient'],
  name = 'Nightly sync',
): Promise<Account> {
  const { clientId, clientSecret, serviceAccount, userErrors } = await created(viewer, { name, scopes });
  if (!serviceAccount) throw new Error(JSON.stringify(userErrors));
  return { id: Number(serviceAccount.id), clientId, clientSecret };
}

/** Exchanges a secret of an account for an access token. */
export const exchange = (viewer: TestViewer, { clientId, clientSecret }: Account) =>
  viewer.rest('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });

/** Returns a client with an access token of an account. */
export const asServiceAccount = async (viewer: TestViewer, account: Account): Promise<TokenClient> =>
  new TokenClient((await exchange(viewer, account)).body.access_token);
