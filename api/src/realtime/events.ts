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

/** Yields `first`, then the events. A generator would wait for the next event before it ends. */
export function beginningWith<T>(first: T, events: AsyncIterableIterator<T>): AsyncIterable<T> {
  let begun = false;
  const all: AsyncIterableIterator<T> = {
    next() {
      if (begun) return events.next();
      begun = true;
      return Promise.resolve({ value: first, done: false });
    },
    return: () => events.return!(),
    [Symbol.asyncIterator]: () => all,
  };
  return all;
}

/** Yields the events that `keeps` keeps. A generator would wait for the next event before it ends. */
export function keptEvents<T>(events: AsyncIterableIterator<T>, keeps: (event: T) => boolean): AsyncIterable<T> {
  const kept: AsyncIterableIterator<T> = {
    async next() {
      for (;;) {
        const one = await events.next();
        if (one.done || keeps(one.value)) return one;
      }
    },
    return: () => events.return!(),
    [Symbol.asyncIterator]: () => kept,
  };
  return kept;
}
