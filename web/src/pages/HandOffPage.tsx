import { Box, Grid } from '@chakra-ui/react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { HandOffActions } from '../features/hand-offs/HandOffActions.tsx';
import { HandOffFacts } from '../features/hand-offs/HandOffFacts.tsx';
import { HandOffThread } from '../features/hand-offs/HandOffThread.tsx';
import { subjectOf } from '../features/hand-offs/handOffList.tsx';
import { graphql } from '../lib/graphql.ts';
import { urls } from '../lib/urls.ts';
import { useQuiet } from '../lib/useQuiet.ts';
import { useReloadInTurn } from '../lib/useReloadInTurn.ts';
import { useViewer } from '../lib/viewer.ts';
import { useHandOffChangedSubscription, useHandOffPageQuery } from './gql/HandOffPage.ts';

graphql(`
  query HandOffPage($id: ID!) {
    handOff(id: $id) {
      id
      ...HandOffPage_handOff @unmask
    }
  }
`);

graphql(`
  subscription HandOffChanged($id: ID!) {
    handOffChanged(id: $id) {
      handOffId
    }
  }
`);

/** Milliseconds between two reads, when several messages arrive. */
const quietMs = 500;

/** One request as this side sees it: what was asked, the steps, and the thread. It is read again after each step and message. */
export function HandOffPage() {
  const { viewerCanUseHandOffs } = useViewer();
  return viewerCanUseHandOffs ? <Request /> : <NoPermission />;
}

function Request() {
  const { t } = useTranslation('hand-offs');
  const { id = '' } = useParams();
  const { data, loading, error, refetch } = useHandOffPageQuery({
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const requests = useListCrumb('handOffs', urls.handOffs, t('title'));
  const reload = useReloadInTurn(refetch, loading);
  useHandOffChangedSubscription({ variables: { id }, onData: useQuiet(() => void reload(), quietMs) });
  const handOff = data?.handOff;
  return (
    <>
      <Box mb="2">
        <Breadcrumbs above={[requests]} here={handOff ? t('number', { id: handOff.databaseId }) : '…'} />
      </Box>
      {handOff ? (
        // A message that was begun belongs to its request.
        <Fragment key={handOff.id}>
          <PageHeader
            title={t('number', { id: handOff.databaseId })}
            meta={`${t(`kinds.${handOff.kind}`)} · ${subjectOf(handOff)}`}
            action={<HandOffActions handOff={handOff} onEnded={() => void reload()} />}
          />
          <Grid
            templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
            gap="4"
            alignItems="start"
          >
            <HandOffFacts handOff={handOff} />
            <HandOffThread handOff={handOff} />
          </Grid>
        </Fragment>
      ) : error ? (
        <PageProblem
          error={error}
          onRetry={() => void refetch()}
          action={<TextLink to={urls.handOffs}>{t('toRequests')}</TextLink>}
        />
      ) : (
        <SkeletonCards count={2} />
      )}
    </>
  );
}
