import { Box, Center, chakra, Image, Text, VisuallyHidden } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useEffect, useId, useRef } from 'react';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { deviceActions, type DeviceAction } from './deviceActions.ts';
import { DeviceHistoryMenu } from './DeviceHistoryMenu.tsx';
import {
  DeviceHistoryCard_historyFragmentDoc as fragment,
  type DeviceHistoryCard_historyFragment,
} from './gql/DeviceHistoryCard.ts';
import { useAssignedRange } from './useAssignedRange.ts';

/** On a phone the cards scroll sideways, and the address may select one that is out of view. The page does not move. */
function showInList(card: HTMLElement): void {
  const list = card.parentElement!;
  const [own, view] = [card.getBoundingClientRect(), list.getBoundingClientRect()];
  if (own.left < view.left || own.right > view.right) list.scrollLeft += own.left - view.left;
}

graphql(`
  fragment DeviceHistoryCard_history on DeviceHistory {
    id
    databaseId
    serial
    model
    image
    patientName
    startDate
    endDate
    isAssignedToPatient
    serialPath
    viewerCanAddPin
    viewerCanEdit
    viewerCanDelete
    viewerCanVoid
  }
`);

export type DeviceHistoryRef = FragmentType<typeof fragment>;

/** The device of a card, as the actions of its menu need it. */
export type DeviceOfCard = Pick<
  DeviceHistoryCard_historyFragment,
  'id' | 'databaseId' | 'serial' | 'startDate' | 'endDate'
>;

/** Where the cards appear: a patient's cards are titled by model, a machine's by patient name. */
export type CardContext = 'patient' | 'machine';

/**
 * One assignment in the selector: a radio button that fills the card, with the serial's link and the menu on top. A
 * radio instead of a listbox option, because an option may contain neither a link nor a button.
 */
export function DeviceHistoryCard(props: {
  history: DeviceHistoryRef;
  context: CardContext;
  /** The name shared by the radio buttons of one selector. */
  name: string;
  selected: boolean;
  onSelect: (historyId: number) => void;
  /** An action on the device is running. */
  busy: boolean;
  onAction: (action: DeviceAction, device: DeviceOfCard) => void;
}) {
  const rangeOf = useAssignedRange();
  const { data: history } = useSuspenseFragment({ fragment, from: props.history });
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (props.selected && card.current) showInList(card.current);
  }, [props.selected]);
  const { serial, databaseId } = history;
  const tone = history.isAssignedToPatient ? 'bg.panel' : 'bg.muted';

  return (
    <Box
      ref={card}
      position="relative"
      display="flex"
      gap="3"
      p="3"
      minW={{ base: 'min(260px, 100%)', lg: '0' }}
      maxW="100%"
      scrollSnapAlign="start"
      flexShrink="0"
      borderWidth="1px"
      borderRadius="l3"
      borderColor={props.selected ? 'teal.emphasized' : 'border'}
      boxShadow={props.selected ? 'inset 3px 0 0 0 {colors.teal.solid}' : undefined}
      // Forced colors have no shadow: they show the outline.
      outline={props.selected ? '2px solid transparent' : undefined}
      outlineOffset="-4px"
      bg={tone}
      data-assigned={history.isAssignedToPatient}
      css={{
        '&:has(:focus-visible[type=radio])': {
          outline: '2px solid',
          outlineColor: 'teal.focusRing',
          outlineOffset: '2px',
        },
      }}
    >
      <Center boxSize="56px" flexShrink="0" bg="bg.tile" borderRadius="l2">
        {history.image ? <Image src={history.image} alt="" width="52px" height="52px" loading="lazy" /> : null}
      </Center>
      <Box flex="1" minW="0">
        <VisuallyHidden asChild>
          <input
            type="radio"
            name={props.name}
            checked={props.selected}
            aria-labelledby={`${id}title`}
            aria-describedby={`${id}serial ${id}dates`}
            onChange={() => props.onSelect(databaseId)}
            id={`${id}radio`}
          />
        </VisuallyHidden>
        <chakra.label
          htmlFor={`${id}radio`}
          id={`${id}title`}
          fontWeight="medium"
          cursor="pointer"
          _before={{ content: '""', position: 'absolute', inset: '0', borderRadius: 'inherit' }}
        >
          {props.context === 'patient' ? history.model : history.patientName}
        </chakra.label>
        <Box id={`${id}serial`} fontFamily="mono" textStyle="sm">
          {history.serialPath ? (
            <TextLink to={history.serialPath} position="relative">
              {serial}
            </TextLink>
          ) : (
            serial
          )}
        </Box>
        <Text id={`${id}dates`} textStyle="xs" color="fg.muted">
          {rangeOf(history)}
        </Text>
      </Box>
      <Box position="relative" alignSelf="flex-start">
        <DeviceHistoryMenu
          historyId={databaseId}
          // All cards of a machine have the same serial.
          device={props.context === 'patient' ? serial : `${serial}, ${history.patientName}`}
          actions={deviceActions(history)}
          busy={props.busy}
          onAction={(action) => props.onAction(action, history)}
        />
      </Box>
    </Box>
  );
}
