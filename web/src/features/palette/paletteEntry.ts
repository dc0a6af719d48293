import type { LucideIcon } from 'lucide-react';
import type { ComboboxOption } from '../../components/useOptions.ts';
import { plainText } from '#rules/shared/text';

/** What a line of the palette does: it opens a page, or carries out an action. */
export interface PaletteEntry extends ComboboxOption {
  /** The kind of the line, which has a heading. */
  group: PaletteGroup;
  icon: LucideIcon;
  path?: string;
  /** A separate page, outside this client's router. */
  outside?: boolean;
  run?: () => void;
}

/** The headings, in their order. */
export const paletteGroups = [
  'recents',
  'patients',
  'machines',
  'users',
  'organizations',
  'locations',
  'switch',
  'pages',
  'actions',
] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

/** Returns the entries that contain each word of the text, without case and accents. */
export function matching(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const words = plainText(text).split(/\s+/).filter(Boolean);
  return entries.filter(({ label }) => words.every((word) => plainText(label).includes(word)));
}

/** Returns the entries under their headings; a heading without an entry is omitted. */
export const grouped = (entries: readonly PaletteEntry[]): { group: PaletteGroup; entries: PaletteEntry[] }[] =>
  paletteGroups
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter((one) => one.entries.length > 0);
