import { Box } from '@chakra-ui/react';
import { cleanHtml } from '../lib/cleanHtml.ts';

/** A message as its recipient sees it. */
export function MessageBody({ html }: { html: string }) {
  return (
    <Box
      overflowWrap="anywhere"
      css={{
        '& p + p, & ul, & ol': { marginTop: '1' },
        '& ul': { listStyle: 'disc', paddingInlineStart: '5' },
        '& ol': { listStyle: 'decimal', paddingInlineStart: '5' },
        '& a': { color: 'teal.fg', textDecoration: 'underline' },
        '& code': { fontFamily: 'mono' },
        '& b, & strong': { fontWeight: 'semibold' },
        '& i, & em': { fontStyle: 'italic' },
      }}
      dangerouslySetInnerHTML={{ __html: cleanHtml(html) }}
    />
  );
}
