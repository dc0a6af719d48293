import { Building2, Cpu, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useOptions } from '../../components/useOptions.ts';
import { useRecents } from '../../lib/recents.ts';
import { grouped, matching, type PaletteEntry } from './paletteEntry.ts';
import { usePaletteSearch, type ActIn } from './usePaletteSearch.ts';

/** Milliseconds between the last key and the search. */
const delay = 250;

/** A single letter matches nearly every row. */
const fewestLetters = 2;

const icons = { patient: UserRound, machine: Cpu, organization: Building2 };

/**
 * Returns the lines of the palette for what the user types: recent pages for nothing, else what the server finds, and
 * those of `own` (pages and actions) whose name matches. `active` is the line that Enter chooses.
 */
export function usePalette(own: readonly PaletteEntry[], actIn: ActIn) {
  const { pathname } = useLocation();
  const [text, setText] = useState('');
  const [marked, setMarked] = useState<string | null>(null);
  const found = useOptions(usePaletteSearch(actIn), text, { open: true, minLetters: fewestLetters, delay });

  const recents = useRecents()
    .filter(({ path }) => path !== pathname)
    .map(({ path, label, kind }): PaletteEntry => ({ value: path, group: 'recents', icon: icons[kind], label, path }));
  const first = text.trim() ? found.options : recents;
  const groups = grouped([...first, ...matching(own, text)]);
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.max(
    0,
    entries.findIndex(({ value }) => value === marked),
  );

  return {
    text,
    type(next: string) {
      setText(next);
      setMarked(null);
    },
    groups,
    /** Whether the server is asked, has failed, or has answered. */
    state: found.state,
    retry: found.retry,
    active: entries[at],
    mark: setMarked,
    /** Moves to the next line, or the one before; from the end to the beginning. */
    step(by: 1 | -1) {
      const next = entries[(at + by + entries.length) % entries.length];
      if (next) setMarked(next.value);
    },
    count: entries.length,
  };
}
