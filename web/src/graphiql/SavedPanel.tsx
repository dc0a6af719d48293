import { useRef, useState } from 'react';
import type { QueryText } from './savedQueries.ts';
import { SavedForm } from './SavedForm.tsx';
import { SavedItem } from './SavedItem.tsx';
import { fill, useTexts } from './texts.ts';
import { useSavedQueries } from './useSavedQueries.ts';

/** What the last act was about: the form of a new query, the list, or a saved query by its id. */
type Subject = 'new' | 'list' | number;

/** The saved queries of the viewer, those that colleagues share, and the form that saves the query of the open tab. */
export function SavedPanel(props: {
  send: typeof fetch;
  /** Returns what the open tab holds. */
  current: () => QueryText;
  onOpen: (opened: QueryText) => void;
}) {
  const all = useTexts();
  const texts = all.saved;
  const saved = useSavedQueries(props.send);
  const [subject, setSubject] = useState<Subject>('list');
  const title = useRef<HTMLHeadingElement>(null);
  const about = (one: Subject) => {
    setSubject(one);
    return one;
  };
  const saidOf = (one: Subject) => (subject === one ? saved.said : null);
  const own = saved.list?.filter(({ viewerCanUpdate }) => viewerCanUpdate) ?? [];
  const shared = saved.list?.filter(({ viewerCanUpdate }) => !viewerCanUpdate) ?? [];
  return (
    <section className="panel" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p>{all.examples.about}</p>
      <SavedForm
        label={texts.form}
        name=""
        isShared={false}
        said={saidOf('new')}
        isBusy={saved.isBusy}
        onSave={(values) => {
          about('new');
          return saved.create({ ...values, ...props.current() });
        }}
      />
      <p role={saidOf('list')?.isError ? 'alert' : 'status'}>
        {saidOf('list')?.text || (saved.list === null && saved.unread === '' && texts.loading)}
      </p>
      {saved.unread !== '' && (
        <p role="alert">
          {saved.unread}{' '}
          <button type="button" onClick={saved.load}>
            {texts.again}
          </button>
        </p>
      )}
      {saved.list && (
        <>
          <section aria-labelledby="saved-own">
            <h3 id="saved-own" ref={title} tabIndex={-1}>
              {texts.own}
            </h3>
            {own.length === 0 && <p>{texts.none}</p>}
            <ul>
              {own.map((query) => (
                <SavedItem
                  key={query.databaseId}
                  query={query}
                  said={saidOf(query.databaseId)}
                  isBusy={saved.isBusy}
                  onChoose={() => (saved.forget(), about(query.databaseId))}
                  onOpen={() => (about('list'), void saved.open(query, props.onOpen))}
                  onReplace={() => saved.update(query, props.current())}
                  onChange={(change) => saved.update(query, change)}
                  onDelete={async () => {
                    const isDone = await saved.remove(query);
                    if (isDone) {
                      about('list');
                      title.current?.focus(); // its buttons are gone
                    }
                    return isDone;
                  }}
                />
              ))}
            </ul>
          </section>
          <section aria-labelledby="saved-shared">
            <h3 id="saved-shared">{texts.shared}</h3>
            {shared.length === 0 && <p>{texts.noneShared}</p>}
            <ul>
              {shared.map((query) => (
                <li key={query.databaseId}>
                  <button type="button" onClick={() => (about('list'), void saved.open(query, props.onOpen))}>
                    {query.name}
                    <small>{fill(texts.sharedBy, { name: query.ownerName })}</small>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </section>
  );
}
