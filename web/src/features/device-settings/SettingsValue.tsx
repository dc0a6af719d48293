import { Badge, Box, Icon, Text, VisuallyHidden } from '@chakra-ui/react';
import { Triangle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { flagValue } from './settingsDiff.ts';

/** A value with its unit. Names containing _flag show true or false; null shows a dash. */
export function SettingsValue(props: { name: string; value: string | null; unit?: string | null }) {
  const { t } = useTranslation('device-settings');
  const { name, value, unit } = props;
  if (value === null) {
    return (
      <Text as="span" color="fg.muted">
        <span aria-hidden="true">—</span>
        <VisuallyHidden>{t('nothing')}</VisuallyHidden>
      </Text>
    );
  }
  const flag = flagValue(name, value);
  if (flag !== null) {
    return (
      <Badge variant={flag ? 'subtle' : 'outline'} colorPalette={flag ? 'teal' : 'gray'}>
        {t(`flag.${flag}`)}
      </Badge>
    );
  }
  const shown = value.replace('H2O', 'H₂O');
  if (!unit) return <>{shown}</>;
  return (
    <Box as="span" whiteSpace="nowrap">
      {shown}{' '}
      <Box as="span" textStyle="xs" color="fg.muted">
        {unit.replace('H2O', 'H₂O')}
      </Box>
    </Box>
  );
}

/** Precedes a changed value: a visible mark and a word for screen readers, so that color is not the only sign. */
export function ChangedMark() {
  const { t } = useTranslation('device-settings');
  return (
    <>
      <Icon asChild boxSize="2" me="1.5" verticalAlign="middle">
        <Triangle aria-hidden="true" fill="currentColor" />
      </Icon>
      <VisuallyHidden>{t('changed')}: </VisuallyHidden>
    </>
  );
}
