/**
 * A request that got no answer: no network, no server, or a connection that broke. `fetch` rejects with a TypeError for
 * it, as every programming error does; this class separates the two.
 */
export class Unreachable extends Error {
  override name = 'Unreachable';

  constructor(cause?: unknown) {
    super('The server cannot be reached.', { cause });
  }
}

async function connected<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof TypeError ? new Unreachable(error) : error;
  }
}

/** `fetch` that rejects with Unreachable when there is no answer, also while the body of the answer is read. */
export const reach: typeof fetch = async (input, init) => {
  const answer = await connected(fetch(input, init));
  return Object.assign(answer, {
    text: () => connected(Response.prototype.text.call(answer)),
    json: () => connected<unknown>(Response.prototype.json.call(answer)),
    blob: () => connected(Response.prototype.blob.call(answer)),
  });
};
