/** A signed-in client of a running portal. */
export interface BenchClient {
  origin: string;
  headers: Record<string, string>;
}

/** A client without a session. */
export async function guestOf(origin: string): Promise<BenchClient> {
  return clientOf(origin, await fetch(`${origin}/csrf-token`));
}

/** Signs in over HTTP, as a browser would. */
export async function signIn(origin: string, email: string, password: string): Promise<BenchClient> {
  const { headers } = await guestOf(origin);
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${origin}/login`, { method: 'POST', body, headers });
  if (!answer.ok) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`);
  return clientOf(origin, answer);
}

const clientOf = (origin: string, answer: Response): BenchClient => ({
  origin,
  headers: { ...headersOf(cookiesOf(answer)), 'content-type': 'application/json' },
});

function cookiesOf(response: Response): Map<string, string> {
  return new Map(
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0]!.split(/=(.*)/s) as unknown as [string, string]),
  );
}

function headersOf(cookies: Map<string, string>): Record<string, string> {
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    'x-requested-with': 'XMLHttpRequest',
    accept: 'application/json',
  };
}

/** Sends GraphQL and returns the data; throws on errors. */
export async function gql<T>(client: BenchClient, query: string, variables: Record<string, unknown> = {}): Promise<T> {
  const response = await fetch(`${client.origin}/graphql`, {
    method: 'POST',
    headers: client.headers,
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: { message: string }[] };
  if (errors) throw new Error(errors[0]!.message);
  return data;
}
