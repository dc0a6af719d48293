import { useEffect, type ReactNode } from 'react';
import { useLoaded } from '../lib/useLoaded.ts';

interface Message {
  title: ReactNode;
  description?: ReactNode;
  /** Milliseconds; 5000 unless given. */
  duration?: number;
}
const loadRegion = () => import('./ToasterRegion.tsx');
type Region = Awaited<ReturnType<typeof loadRegion>>;
type Action = (store: Region['store']) => unknown;

let region: Region | null = null;
const waiting: Action[] = [];

function perform(action: Action) {
  if (region) action(region.store);
  else waiting.push(action);
}

/**
 * Short messages: `toaster.success({ title })`, `toaster.error({ title, description })`. What shows them is loaded
 * after the first screen; a message waits until it is there.
 */
export const toaster = {
  success: (message: Message) => perform((store) => store.success(message)),
  error: (message: Message) => perform((store) => store.error(message)),
  /** Removes all messages at once. */
  remove: () => perform((store) => store.remove()),
};

/** Shows the messages; once in the client. */
export function Toaster() {
  const loaded = useLoaded(loadRegion, false);
  useEffect(() => {
    if (!loaded) return;
    region = loaded;
    for (const action of waiting.splice(0)) action(loaded.store);
  }, [loaded]);
  return loaded ? <loaded.ToasterRegion /> : null;
}
