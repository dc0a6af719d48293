import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { Said } from './useSavedQueries.ts';
import { useTexts } from './texts.ts';

const MAX_NAME = 100;

/**
 * The name of a saved query, and whether colleagues read it. `onSave` returns whether it was saved: what was typed stays
 * when it was not.
 */
export function SavedForm(props: {
  label: string;
  name: string;
  isShared: boolean;
  said: Said | null;
  isBusy: boolean;
  hasFocus?: boolean;
  onSave: (values: { name: string; isShared: boolean }) => Promise<boolean>;
  children?: ReactNode;
}) {
  const texts = useTexts().saved;
  const id = useId();
  const [name, setName] = useState(props.name);
  const [isShared, setShared] = useState(props.isShared);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await props.onSave({ name, isShared }))) return;
    setName(props.name);
    setShared(props.isShared);
  };
  const isWrong = props.said?.isError === true && props.said.field === 'name';
  return (
    <form className="saved-form" aria-label={props.label} onSubmit={(event) => void save(event)}>
      <label htmlFor={`${id}name`}>{texts.name}</label>
      <input
        id={`${id}name`}
        value={name}
        aria-required
        maxLength={MAX_NAME}
        autoComplete="off"
        autoFocus={props.hasFocus}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}said` : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <span className="check">
        <input
          id={`${id}share`}
          type="checkbox"
          checked={isShared}
          aria-describedby={`${id}hint`}
          onChange={({ target }) => setShared(target.checked)}
        />
        <label htmlFor={`${id}share`}>{texts.share}</label>
      </span>
      <p id={`${id}hint`} className="hint">
        {texts.shareHint}
      </p>
      <p
        id={`${id}said`}
        role={props.said?.isError ? 'alert' : 'status'}
        className={props.said?.isError ? 'wrong' : ''}
      >
        {props.said?.text}
      </p>
      <span className="buttons">
        <button type="submit" aria-disabled={props.isBusy}>
          {texts.save}
        </button>
        {props.children}
      </span>
    </form>
  );
}
