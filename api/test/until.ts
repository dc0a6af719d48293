/** Waits until a condition holds; fails after `ms`, which no machine needs. */
export const until = async (holds: () => unknown, ms = 60_000): Promise<void> => {
  for (const end = Date.now() + ms; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 10)))
    if (Date.now() > end) throw new Error('The condition did not become true in time.');
};
