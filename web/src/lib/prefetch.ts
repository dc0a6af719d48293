/** Milliseconds for which a pointer or the focus rests on a row before its data is read. */
const REST_MS = 150;
/** Milliseconds for which the same data is not read ahead again. */
const KEPT_MS = 30_000;

/** What a user is likely to open next: its code, and its data. */
export interface Ahead {
  /** The same key is the same data. */
  key: string;
  code: () => Promise<unknown>;
  data: () => Promise<unknown>;
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Returns what a list does while a user chooses a row: `near` fetches the code of its page at once and reads its data
 * when the choice has rested for 150 ms; `away` takes that back. One read runs at a time, of the row that was chosen
 * last. Nothing is fetched for a browser that saves data, and a failure is not shown: the page itself reads again.
 */
export function createPrefetch() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let next: Ahead | undefined;
  const readAt = new Map<string, number>();

  async function read(ahead: Ahead): Promise<void> {
    next = ahead;
    if (isReading) return;
    isReading = true;
    while (next) {
      const { key, data }: Ahead = next;
      next = undefined;
      if (Date.now() - (readAt.get(key) ?? -Infinity) < KEPT_MS) continue;
      readAt.clear();
      readAt.set(key, Date.now());
      await data().catch(() => undefined);
    }
    isReading = false;
  }

  function away(): void {
    clearTimeout(timer);
    next = undefined;
  }
  return {
    near(ahead: Ahead): void {
      away();
      if (savesData()) return;
      ahead.code().catch(() => undefined);
      timer = setTimeout(() => void read(ahead), REST_MS);
    },
    away,
  };
}
