/**
 * Yields what `take` returns, in order, until the consumer returns. `listen` calls its argument whenever `take` may return
 * something, and returns the function that ends that. Not `on` of node:events: its queues take 32 kB for each consumer, and
 * thousands wait for an event that rarely comes.
 */
export function eventsOf<T>(
  take: () => T | undefined,
  listen: (wake: () => void) => () => void,
): AsyncIterableIterator<T> {
  let isOver = false;
  let woken: PromiseWithResolvers<void> | undefined;
  const wake = () => {
    woken?.resolve();
    woken = undefined;
  };
  const end = listen(wake);
  return {
    async next() {
      while (!isOver) {
        const value = take();
        if (value !== undefined) return { value, done: false };
        woken ??= Promise.withResolvers();
        await woken.promise;
      }
      return { value: undefined, done: true };
    },
    return() {
      isOver = true;
      end();
      wake();
      return Promise.resolve({ value: undefined, done: true });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
