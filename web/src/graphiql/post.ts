/** Sends an operation and returns its answer, whatever its status. */
export async function post(
  send: typeof fetch,
  operation: object,
  { headers, signal }: { headers?: HeadersInit; signal: AbortSignal },
): Promise<unknown> {
  const answer = await send('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify(operation),
    signal,
  });
  return answer.json();
}
