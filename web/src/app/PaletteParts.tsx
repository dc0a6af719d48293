import { useActIn } from '../features/organizations/useActIn.ts';
import { Palette } from '../features/palette/Palette.tsx';
import type { PaletteEntry } from '../features/palette/paletteEntry.ts';
import { ShortcutSheet } from '../features/palette/ShortcutSheet.tsx';

/** What the launcher opens: the palette and the sheet of shortcuts. A file of its own, fetched when it is first opened. */
export function PaletteParts(props: {
  opened: 'palette' | 'sheet' | null;
  onClose: () => void;
  own: readonly PaletteEntry[];
  onChoose: (entry: PaletteEntry, inNewTab: boolean) => void;
  /** Name of the key of the shortcuts. */
  modifier: string;
}) {
  const { opened, onClose } = props;
  const actIn = useActIn();
  return (
    <>
      <Palette
        open={opened === 'palette'}
        onClose={onClose}
        own={props.own}
        actIn={(organizationId) => void actIn(organizationId)}
        onChoose={props.onChoose}
      />
      <ShortcutSheet open={opened === 'sheet'} onClose={onClose} modifier={props.modifier} />
    </>
  );
}
