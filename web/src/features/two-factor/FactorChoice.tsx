import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { KeyRound, MessageSquare, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorMethod } from '../../gql/schema.ts';

const icons = { APP: Smartphone, SMS: MessageSquare, PASSKEY: KeyRound };

/** The factors that can be set up, each with what it needs. */
export function FactorChoice(props: {
  factors: readonly SecondFactorMethod[];
  onChoose: (factor: SecondFactorMethod) => void;
}) {
  const { t } = useTranslation('two-factor');
  return (
    <Stack gap="2">
      {props.factors.map((factor) => {
        const Icon = icons[factor];
        return (
          <Button
            key={factor}
            variant="outline"
            height="auto"
            py="3"
            justifyContent="flex-start"
            textAlign="start"
            whiteSpace="normal"
            onClick={() => props.onChoose(factor)}
          >
            <Icon size={20} aria-hidden="true" />
            <Box>
              <Text fontWeight="medium">{t(`methods.${factor}.name`)}</Text>
              <Text textStyle="xs" color="fg.muted" fontWeight="normal">
                {t(`methods.${factor}.needs`)}
              </Text>
            </Box>
          </Button>
        );
      })}
    </Stack>
  );
}
