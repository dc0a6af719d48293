import { Box, Text, type SystemStyleObject } from '@chakra-ui/react';
import { useEffect, useRef, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { grouped, PaletteEntry } from './paletteEntry.ts';

const optionsCss: SystemStyleObject = {
  '& [role=option]': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '10',
    px: '2.5',
    py: '1.5',
    borderRadius: 'l2',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
  },
  '& [role=option] > svg': { flexShrink: '0', color: 'fg.muted' },
  '& [role=option][aria-selected=true]': {
    bg: 'bg.muted',
    outline: '2px solid',
    outlineColor: 'teal.focusRing',
    outlineOffset: '-2px',
  },
  '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
};

/** A click that the browser handles itself: a new tab or window. */
const opensElsewhere = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;

/** The lines of the palette under their headings. The focus stays in the input, which refers to the active line. */
export function PaletteList(props: {
  id: string;
  groups: ReturnType<typeof grouped>;
  active: PaletteEntry | undefined;
  onMark: (value: string) => void;
  onChoose: (entry: PaletteEntry) => void;
}) {
  const { t } = useTranslation('palette');
  const { id, active } = props;
  const shown = useRef<HTMLElement>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: 'nearest' }), [active?.value]);

  const optionProps = (entry: PaletteEntry) => ({
    id: optionId(id, entry),
    role: 'option' as const,
    'aria-selected': entry === active,
    tabIndex: -1,
    onMouseMove: () => {
      if (entry !== active) props.onMark(entry.value);
    },
    onClick: (event: MouseEvent) => {
      if (entry.path && opensElsewhere(event)) return;
      event.preventDefault();
      props.onChoose(entry);
    },
  });
  const mark = (entry: PaletteEntry) => (element: HTMLElement | null) => {
    if (entry === active) shown.current = element;
  };

  return (
    <Box id={id} role="listbox" aria-label={t('results')} css={optionsCss}>
      {props.groups.map(({ group, entries }) => (
        <Box key={group} role="group" aria-label={t(`groups.${group}`)} mb="2">
          <Text textStyle="xs" color="fg.muted" px="2.5" py="1" aria-hidden="true">
            {t(`groups.${group}`)}
          </Text>
          {entries.map((entry) =>
            entry.path ? (
              <a key={entry.value} ref={mark(entry)} href={entry.path} {...optionProps(entry)}>
                <Line entry={entry} />
              </a>
            ) : (
              <div key={entry.value} ref={mark(entry)} {...optionProps(entry)}>
                <Line entry={entry} />
              </div>
            ),
          )}
        </Box>
      ))}
    </Box>
  );
}

function Line({ entry: { icon: Icon, label, description } }: { entry: PaletteEntry }) {
  return (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <span>
        {label}
        {description ? <small>{description}</small> : null}
      </span>
    </>
  );
}

/** Returns the id of a line's element, to which the input refers. */
export const optionId = (listId: string, { group, value }: PaletteEntry): string => `${listId}-${group}-${value}`;
