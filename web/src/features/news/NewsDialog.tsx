import { Box, Button, Heading, Stack, Text } from '@chakra-ui/react';
import { Fragment, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { news } from '../../gql/news.ts';
import { newsVersion } from '../../gql/newsVersion.ts';
import { graphql } from '../../lib/graphql.ts';
import { useReadNews } from './gql/NewsDialog.ts';

graphql(`
  mutation ReadNews($version: String!) {
    dismissNotice(input: { notice: NEWS, newsVersion: $version }) {
      viewer {
        dismissedNotices {
          notice
          newsVersion
        }
      }
      ...UserErrors
    }
  }
`);

/** What is new in this version. Opening it takes the mark away, in all browsers of the user. */
export function NewsDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('news');
  const read = useReadNews();
  // Without an answer the mark stays, and the user opens it again.
  const markRead = useEffectEvent(() => void read({ version: newsVersion }).catch(() => undefined));
  useEffect(() => markRead(), []);

  return (
    <Modal
      open
      size="lg"
      onClose={onClose}
      title={t('title', { version: newsVersion })}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <Stack gap="5" pb="2">
        {i18n.language === 'en' ? null : <Text color="fg.muted">{t('onlyEnglish')}</Text>}
        {news.map(({ title, items }) => (
          <Box key={title} as="section" lang="en">
            <Heading as="h3" size="sm" mb="2">
              {title}
            </Heading>
            <Box as="ul" listStyleType="disc" ps="5">
              {items.map((item) => (
                <Box as="li" key={item} mb="1.5">
                  <WithCode text={item} />
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </Stack>
    </Modal>
  );
}

/** A text whose parts between backticks are code. */
function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <Text key={index} as="code" fontFamily="mono" textStyle="xs">
        {part}
      </Text>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
