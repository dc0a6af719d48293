import { useGraphiQL } from '@graphiql/react';
import { useEffect, useId, useState } from 'react';
import { linkOf } from './sharedQuery.ts';
import { fill, useTexts } from './texts.ts';
import { usePrice } from './usePrice.ts';
import { useTab } from './useTab.ts';

const COPIED_MS = 5000;

function PriceText({ send }: { send: typeof fetch }) {
  const texts = useTexts();
  const tab = useTab();
  const operationName = useGraphiQL((state) => state.overrideOperationName ?? state.operationName ?? null);
  const price = usePrice(send, tab?.query ?? '', operationName, tab?.variables ?? '');
  if (!price) return null;
  const { points, limit, problems } = price;
  if (points === null) return <span>{fill(texts.price.invalid, { problem: problems[0] ?? '' })}</span>;
  const number = (value: number) => value.toLocaleString(document.documentElement.lang);
  const text = points > limit ? texts.price.over : texts.price.within;
  return <span>{fill(text, { points: number(points), limit: number(limit) })}</span>;
}

function CopyLink() {
  const texts = useTexts();
  const tab = useTab();
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), COPIED_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    const link = linkOf(window.location, { query: tab?.query ?? '', variables: tab?.variables ?? '' });
    if (link === null) return setSaid(texts.share.tooLong);
    await navigator.clipboard.writeText(link);
    setSaid(texts.share.copied);
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {texts.share.copy}
      </button>
      <span role="status">{said}</span>
    </>
  );
}

/**
 * What stands above the editors: the price of the operation, a link to it, and the switch without which no mutation is
 * sent.
 */
export function Bar(props: { send: typeof fetch; onMayWrite: (mayWrite: boolean) => void }) {
  const texts = useTexts();
  const id = useId();
  return (
    <section className="bar" aria-label={texts.bar}>
      <span className="price" role="status">
        <PriceText send={props.send} />
      </span>
      <CopyLink />
      <span className="switch">
        <input id={id} type="checkbox" role="switch" onChange={({ target }) => props.onMayWrite(target.checked)} />
        <label htmlFor={id}>{texts.writes.allow}</label>
      </span>
    </section>
  );
}
