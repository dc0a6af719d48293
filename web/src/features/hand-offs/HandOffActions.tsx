import { Button, HStack } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { AcceptHandOffDialog } from './AcceptHandOffDialog.tsx';
import { useWithdrawHandOff } from './gql/HandOffActions.ts';
import type { HandOff } from './HandOffFacts.tsx';
import { RefuseHandOffDialog } from './RefuseHandOffDialog.tsx';

graphql(`
  mutation WithdrawHandOff($input: WithdrawHandOffInput!) {
    withdrawHandOff(input: $input) {
      handOff {
        id
        ...HandOffPage_handOff @unmask
      }
      ...UserErrors
    }
  }
`);

/** The steps that the viewer may take. `onEnded`: the request has ended since the page was read. */
export function HandOffActions({ handOff, onEnded }: { handOff: HandOff; onEnded: () => void }) {
  const { t } = useTranslation('hand-offs');
  const confirm = useConfirm();
  const withdraw = useWithdrawHandOff();
  const [dialog, setDialog] = useState<'accept' | 'refuse' | null>(null);
  const close = () => setDialog(null);

  async function askToWithdraw() {
    if (!(await confirm({ title: t('withdraw'), body: t('withdrawText'), confirmLabel: t('withdraw'), danger: true })))
      return;
    try {
      const [refusal] = (await withdraw({ input: { handOffId: handOff.id } })).userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else toaster.success({ title: t('withdrawn') });
      if (refusal) onEnded();
    } catch {
      toaster.error({ title: t('failed') });
    }
  }

  return (
    <HStack gap="2" flexWrap="wrap">
      {handOff.viewerCanWithdraw ? (
        <Button variant="outline" onClick={() => void askToWithdraw()}>
          {t('withdraw')}
        </Button>
      ) : null}
      {handOff.viewerCanRefuse ? (
        <Button variant="outline" onClick={() => setDialog('refuse')}>
          {t('refuse')}
        </Button>
      ) : null}
      {handOff.viewerCanAccept ? <Button onClick={() => setDialog('accept')}>{t('accept')}</Button> : null}
      {dialog === 'accept' ? <AcceptHandOffDialog handOff={handOff} onClose={close} /> : null}
      {dialog === 'refuse' ? <RefuseHandOffDialog handOff={handOff} onClose={close} /> : null}
    </HStack>
  );
}
