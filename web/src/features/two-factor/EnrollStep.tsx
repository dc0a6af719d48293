import { Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorMethod } from '../../gql/schema.ts';
import { AddFactor } from './AddFactor.tsx';
import { FactorChoice } from './FactorChoice.tsx';

/** Sets a second factor up before anything else: the organization requires one. */
export function EnrollStep(props: {
  factors: readonly SecondFactorMethod[];
  choosesPhone: boolean;
  onDone: () => void;
}) {
  const { t } = useTranslation('two-factor');
  const [chosen, setChosen] = useState<SecondFactorMethod>();
  if (chosen)
    return (
      <AddFactor
        method={chosen}
        choosesPhone={props.choosesPhone}
        doneLabel={t('enroll.continue')}
        onDone={props.onDone}
        onBack={() => setChosen(undefined)}
      />
    );
  return (
    <Stack gap="4">
      <Text color="fg.muted">{t('enroll.help')}</Text>
      <FactorChoice factors={props.factors} onChoose={setChosen} />
    </Stack>
  );
}
