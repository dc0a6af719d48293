/** Yields items some at a time: as many as one statement or one moment takes. */
export async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let some: Item[] = [];
  for await (const item of items) {
    if (some.push(item) < size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
