import { useEffect, type ReactNode } from 'react';
import { createStore } from '../lib/store.ts';
import { useLoaded } from '../lib/useLoaded.ts';

interface Message {
  title: ReactNode;
  description?: ReactNode;
  /** Milliseconds; 5000 unless given. */
  duration?: number;
  /** A button in the message, which closes it too. */
  action?: { label: string; onClick: () => void };
}
const loadRegion = () => import('./ToasterRegion.tsx');
type Region = Awaited<ReturnType<typeof loadRegion>>;
type Action = (store: Region['store']) => unknown;

let region: Region | null = null;
const waiting: Action[] = [];
const { useValue: useWanted, changed } = createStore(() => region !== null || waiting.length > 0);

function perform(action: Action) {
  if (region) return action(region.store);
  waiting.push(action);
  changed();
}

/**
 * Short messages: `toaster.success({ title })`, `toaster.error({ title, description })`. What shows them is loaded at the
 * first sign of the user, or with the first message, which waits for it.
 */
export const toaster = {
  success: (message: Message) => void perform((store) => store.success(message)),
  error: (message: Message) => void perform((store) => store.error(message)),
  /** Removes all messages at once. */
  remove: () => void perform((store) => store.remove()),
};

/** Shows the messages; once in the client. */
export function Toaster() {
  const loaded = useLoaded(loadRegion, useWanted());
  useEffect(() => {
    if (!loaded) return;
    // Not at once: the library listens when its own effects have run, and takes no message that was there before.
    const timer = setTimeout(() => {
      region = loaded;
      for (const action of waiting.splice(0)) action(loaded.store);
    });
    return () => clearTimeout(timer);
  }, [loaded]);
  return loaded ? <loaded.ToasterRegion /> : null;
}
