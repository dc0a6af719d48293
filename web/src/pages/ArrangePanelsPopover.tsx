import { Button, HStack, IconButton, Popover, Stack, Switch, Text, VisuallyHidden } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moved } from '../components/columnModel.ts';
import { PartPopover } from '../components/PartPopover.tsx';
import type { ButtonOfPart } from '../components/usePartButton.ts';
import type { PatientPanel } from './patientPanels.ts';
import type { PatientPanels } from './usePatientPanels.ts';

/** The panels of a patient's page: a switch folds one, and two buttons move it. */
export function ArrangePanelsPopover({ panels, ofButton }: { panels: PatientPanels; ofButton: ButtonOfPart }) {
  const { t } = useTranslation(['panels', 'components']);
  const { order, titles, folded } = panels;
  const [place, setPlace] = useState('');

  function move(panel: PatientPanel, by: -1 | 1) {
    const next = moved(order, panel, by);
    if (next.indexOf(panel) === order.indexOf(panel)) return;
    panels.setOrder(next);
    setPlace(t('place', { panel: titles[panel], n: next.indexOf(panel) + 1, total: next.length }));
  }

  return (
    <PartPopover
      ofButton={ofButton}
      placement="bottom-end"
      width="auto"
      minW="16rem"
      maxW="calc(100vw - 2rem)"
      aria-label={t('arrange')}
    >
      {() => (
        <>
          <Popover.Body maxH="60vh" overflowY="auto" p="3">
            <Stack gap="1">
              {order.map((panel, n) => (
                <HStack key={panel} gap="1">
                  <Switch.Root
                    size="sm"
                    flex="1"
                    minH="6"
                    checked={!folded.includes(panel)}
                    onCheckedChange={({ checked }) => panels.fold(panel, !checked)}
                  >
                    <Switch.HiddenInput />
                    <Switch.Control />
                    <Switch.Label>{titles[panel]}</Switch.Label>
                  </Switch.Root>
                  {([-1, 1] as const).map((by) => (
                    <IconButton
                      key={by}
                      variant="ghost"
                      size="2xs"
                      aria-label={t(by < 0 ? 'components:table.moveUp' : 'components:table.moveDown', {
                        column: titles[panel],
                      })}
                      // At its end the button keeps the focus, so that the keyboard keeps its place.
                      aria-disabled={by < 0 ? n === 0 : n === order.length - 1}
                      onClick={() => move(panel, by)}
                    >
                      {by < 0 ? <ArrowUp /> : <ArrowDown />}
                    </IconButton>
                  ))}
                </HStack>
              ))}
            </Stack>
            <VisuallyHidden role="status">{place}</VisuallyHidden>
          </Popover.Body>
          <Popover.Footer p="2" borderTopWidth="1px" gap="2">
            <Text textStyle="xs" color="fg.muted" px="1">
              {t('whatOff')}
            </Text>
            <Button size="xs" variant="ghost" ms="auto" onClick={panels.reset}>
              {t('components:table.resetColumns')}
            </Button>
          </Popover.Footer>
        </>
      )}
    </PartPopover>
  );
}
