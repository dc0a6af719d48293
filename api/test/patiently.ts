/** What a machine that is too busy answers: nothing of the request was stored, and it may be sent again. */
const BUSY = ['too_expensive', 'TOO_EXPENSIVE', 'UNAVAILABLE'];

/** Sends a request again as long as the machine is too busy for it; the time of the test ends that. */
export async function patiently<T>(ask: () => Promise<T>, codeOf: (answer: T) => unknown): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (!BUSY.includes(String(codeOf(answer)))) return answer;
  }
}
