import { Box, Stack } from '@chakra-ui/react';
import { Suspense, useState, type ReactNode } from 'react';
import { usePart } from '../../lib/useLoaded.ts';
import { FollowUpRow, type FollowUpAct } from './FollowUpRow.tsx';
import type { FollowUp } from './followUpText.ts';

/** What a button of a row asks for. */
export interface Asked {
  followUp: FollowUp;
  act: FollowUpAct;
  button: HTMLElement;
}

const loadActs = () => import('./FollowUpActs.tsx');

/**
 * Follow-ups with what can be done with each. A row that leaves the list after an act gives the focus to the next one.
 * One menu and one dialog serve all rows; their code is loaded at the first sign of the user.
 */
export function FollowUpRows(props: {
  label: string;
  rows: readonly FollowUp[];
  ofPatient?: boolean;
  busy?: boolean;
  /** Shown without rows. */
  empty: ReactNode;
  /** An act was saved, or another user's was found. */
  onChanged: () => void;
}) {
  const { rows } = props;
  const [asked, setAsked] = useState<Asked | null>(null);
  const acts = usePart(loadActs, asked !== null);
  return (
    <Box aria-busy={props.busy} tabIndex={-1}>
      {rows.length === 0 ? (
        props.empty
      ) : (
        <Stack as="ul" listStyleType="none" aria-label={props.label} gap="2">
          {rows.map((followUp) => (
            <FollowUpRow
              key={followUp.id}
              followUp={followUp}
              ofPatient={props.ofPatient}
              running={asked?.followUp.id === followUp.id ? asked.act : null}
              onAct={(act, button) => {
                // A second click while the first is under way.
                setAsked((now) =>
                  now?.followUp.id === followUp.id && now.act === act ? now : { followUp, act, button },
                );
              }}
            />
          ))}
        </Stack>
      )}
      {asked && acts ? (
        // The list stays, with its focus, while the texts of the acts are read.
        <Suspense fallback={null}>
          <acts.FollowUpActs
            key={`${asked.followUp.id} ${asked.act}`}
            asked={asked}
            onChanged={props.onChanged}
            onEnd={() => setAsked((now) => (now === asked ? null : now))}
          />
        </Suspense>
      ) : null}
    </Box>
  );
}
