import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { SharedBoard } from '#shared/contract/measurements/boards.ts'
import { ask } from '../kit/api/api.ts'
import { LISTS } from '../kit/api/lists.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { PageHeading, usePageName } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { useGo } from '../kit/routing/link.tsx'
import { copyBody } from '../measurements/add-to-board/body.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { PartLoading } from '../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../ui/feedback/read-boundary.tsx'
import classes from './boards.module.css'
import { BoardCharts } from './charts/board-charts.tsx'
import { boardScreen } from './screens.ts'
import { useSavedPeriod } from './use-saved-period.ts'

export const reads = () => [LISTS]

/** Board of somebody else, as far as the rights of the person reach. */
function Shared({ board }: { board: SharedBoard }) {
  const { t } = useTranslation(['boards', 'form'])
  const go = useGo()
  const copy = useApiMutation(api.createBoard, { refresh: [api.listBoards] })
  const { saved } = useSavedPeriod(board)
  usePageName(board.name)
  const sees = board.charts.some(({ lines }) => lines.some(({ seen }) => seen))
  const keep = () =>
    copy.mutate({ body: copyBody(board) }, { onSuccess: ({ id }) => void go(linkTo(boardScreen, { params: { id } })) })
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <PageHeading>{board.name}</PageHeading>
          <p className="bm-muted">{t('opened.text')}</p>
        </div>
        {sees && (
          <Button leftSection={<IconCopy size={20} stroke={1.8} />} loading={copy.isPending} onClick={keep}>
            {t('opened.copy')}
          </Button>
        )}
      </header>
      {copy.error && <Note status="act_now">{copy.error.message || t('form:no_answer')}</Note>}
      <BoardCharts charts={board.charts} saved={saved} />
    </div>
  )
}

/** Board of a link, whose secret stands behind the `#`. */
export default function SharedBoardPage() {
  const { t } = useTranslation('boards')
  const secret = useLocation().hash
  const opened = useQuery({
    queryKey: ['board of a link', secret],
    queryFn: () => ask(api.openBoard, { body: { secret } }),
  })
  if (isNotFound(opened.error)) return <EmptyState page title={t('opened.gone')} text={t('opened.gone_text')} />
  if (!opened.data) return opened.error ? <QueryFailed query={opened} /> : <PartLoading />
  return <Shared board={opened.data} />
}
