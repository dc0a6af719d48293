import { useEffect, useState } from 'react';
import { post } from './post.ts';

/** The price of an operation in points, or why it has none. */
export interface Price {
  points: number | null;
  limit: number;
  problems: string[];
}

const DOCUMENT = `query Price($document: String!, $operationName: String, $variables: String) {
  operationPrice(document: $document, operationName: $operationName, variables: $variables) { points limit problems }
}`;
/** After the last key. */
const PAUSE_MS = 400;

async function priceOf(send: typeof fetch, asked: object, signal: AbortSignal): Promise<Price | null> {
  const answer = await post(send, { query: DOCUMENT, variables: asked }, { signal });
  const { data } = answer as { data?: { operationPrice: Price } | null };
  return data?.operationPrice ?? null;
}

/** Returns the price of what is in the editor, some time after the last key; null while it is unknown. */
export function usePrice(
  send: typeof fetch,
  document: string,
  operationName: string | null,
  variables: string,
): Price | null {
  const key = JSON.stringify([document, operationName, variables]);
  const [known, setKnown] = useState<{ key: string; price: Price | null } | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const timer = setTimeout(() => {
      if (document.trim() === '') return;
      priceOf(send, { document, operationName, variables }, ending.signal).then(
        (price) => setKnown({ key, price }),
        () => undefined, // no price without an answer
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [send, key, document, operationName, variables]);
  return known?.key === key ? known.price : null;
}
