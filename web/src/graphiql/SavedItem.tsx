import { useRef, useState, type ReactNode } from 'react';
import type { SavedQuery } from './savedQueries.ts';
import { SavedForm } from './SavedForm.tsx';
import { fill, useTexts } from './texts.ts';
import type { Said, SavedChange } from './useSavedQueries.ts';

type Mode = 'change' | 'replace' | 'delete';

/** A saved query of the viewer: it opens, and is replaced, renamed, shared, or deleted. */
export function SavedItem(props: {
  query: SavedQuery;
  said: Said | null;
  isBusy: boolean;
  /** The query was chosen for what comes next, so that what is said is said here. */
  onChoose: () => void;
  onOpen: () => void;
  onReplace: () => Promise<boolean>;
  onChange: (change: SavedChange) => Promise<boolean>;
  onDelete: () => Promise<boolean>;
}) {
  const { query, said, isBusy } = props;
  const texts = useTexts().saved;
  const [mode, setMode] = useState<Mode | null>(null);
  const buttons = useRef<Record<string, HTMLButtonElement | null>>({});
  const start = (next: Mode) => {
    props.onChoose();
    setMode(next);
  };
  const end = () => {
    const back = mode;
    setMode(null);
    if (back) buttons.current[back]?.focus();
  };
  const button = (name: Mode) => (
    <button
      type="button"
      ref={(element) => void (buttons.current[name] = element)}
      aria-expanded={mode === name}
      aria-label={`${texts[name]}: ${query.name}`}
      onClick={() => (mode === name ? end() : start(name))}
    >
      {texts[name]}
    </button>
  );
  const cancel = (
    <button type="button" onClick={end}>
      {texts.cancel}
    </button>
  );
  const question = (text: ReactNode, word: string, answer: () => Promise<boolean>) => (
    <div role="group" aria-label={word} className="question">
      <p>{text}</p>
      <span className="buttons">
        <button type="button" autoFocus onClick={end}>
          {texts.cancel}
        </button>
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => void answer().then((isDone) => isDone && mode !== 'delete' && end())}
        >
          {word}
        </button>
      </span>
    </div>
  );
  return (
    <li
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !mode) return;
        event.stopPropagation();
        end();
      }}
    >
      <button type="button" onClick={props.onOpen}>
        {query.name}
        {query.isShared && <small>{texts.isShared}</small>}
      </button>
      <span className="buttons">
        {button('replace')}
        {button('change')}
        {button('delete')}
      </span>
      {mode === 'change' && (
        <SavedForm
          label={`${texts.change}: ${query.name}`}
          name={query.name}
          isShared={query.isShared}
          said={said}
          isBusy={isBusy}
          hasFocus
          onSave={async (values) => {
            const isDone = await props.onChange(values);
            if (isDone) end();
            return isDone;
          }}
        >
          {cancel}
        </SavedForm>
      )}
      {mode === 'replace' &&
        question(fill(texts.replaceQuestion, { name: query.name }), texts.replace, props.onReplace)}
      {mode === 'delete' &&
        question(
          `${fill(texts.deleteQuestion, { name: query.name })}${query.isShared ? ` ${texts.deleteShared}` : ''}`,
          texts.delete,
          props.onDelete,
        )}
      {mode !== 'change' && <p role={said?.isError ? 'alert' : 'status'}>{said?.text}</p>}
    </li>
  );
}
