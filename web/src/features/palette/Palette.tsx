import { Box, Button, Input, InputGroup, Spinner, Text, VisuallyHidden } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import type { PaletteEntry } from './paletteEntry.ts';
import { optionId, PaletteList } from './PaletteList.tsx';
import { usePalette } from './usePalette.ts';
import type { ActIn } from './usePaletteSearch.ts';

interface Props {
  /** Pages and actions that the viewer may use. */
  own: readonly PaletteEntry[];
  /** Lets support staff act in an organization that was found. */
  actIn: ActIn;
  /** Opens a page or carries out an action; in a new tab if the user asks for one. */
  onChoose: (entry: PaletteEntry, inNewTab: boolean) => void;
}

/** The command palette: one field that finds patients, machines, pages and actions, used with the keyboard alone. */
export function Palette({ open, onClose, ...rest }: Props & { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('palette');
  return (
    <Modal open={open} onClose={onClose} title={t('label')} size="l-md">
      <PaletteBody {...rest} />
    </Modal>
  );
}

function PaletteBody({ own, actIn, onChoose }: Props) {
  const { t } = useTranslation('palette');
  const palette = usePalette(own, actIn);
  const { active, state, count } = palette;
  const listId = useId();
  const message = messageOf(palette);

  function onKeyDown(event: KeyboardEvent) {
    // Enter ends the composition of a letter.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      palette.step(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      onChoose(active, event.ctrlKey || event.metaKey);
    }
  }

  return (
    <Box pb="2">
      <InputGroup startElement={<Search size={16} aria-hidden="true" />}>
        <Input
          data-autofocus=""
          role="combobox"
          aria-label={t('label')}
          aria-autocomplete="list"
          aria-expanded={count > 0}
          aria-controls={count > 0 ? listId : undefined}
          aria-activedescendant={active && optionId(listId, active)}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          value={palette.text}
          onChange={({ target }) => palette.type(target.value)}
          onKeyDown={onKeyDown}
        />
      </InputGroup>
      <VisuallyHidden role="status">{message ? t(message) : t('count', { count })}</VisuallyHidden>
      {/* Of one height, so that the field stays where it is while the results change. */}
      <Box h={{ base: 'auto', sm: 'min(26rem, 55dvh)' }} overflowY={{ sm: 'auto' }} mt="3">
        {message ? (
          <Text color="fg.muted" px="2.5" py="1.5" display="flex" alignItems="center" gap="2" aria-hidden="true">
            {state === 'loading' ? <Spinner size="xs" /> : null}
            {t(message)}
          </Text>
        ) : null}
        {state === 'failed' ? (
          <Button size="xs" variant="outline" ms="2.5" mb="2" onClick={palette.retry}>
            {t('retry')}
          </Button>
        ) : null}
        {count > 0 ? (
          <PaletteList
            id={listId}
            groups={palette.groups}
            active={active}
            onMark={palette.mark}
            onChoose={(entry) => onChoose(entry, false)}
          />
        ) : null}
      </Box>
    </Box>
  );
}

/** Returns what there is to say besides the results. */
function messageOf({ state, count, text }: ReturnType<typeof usePalette>) {
  if (state === 'loading' || state === 'failed') return state;
  return count === 0 && text.trim() ? (state === 'short' ? 'short' : 'none') : null;
}
