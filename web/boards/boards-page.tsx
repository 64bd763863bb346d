import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BOARDS } from '../kit/api/boards.ts'
import { LISTS } from '../kit/api/lists.ts'
import { LOCATIONS } from '../kit/api/locations.ts'
import { useReads } from '../kit/api/query.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { lazyPart } from '../kit/pages/part.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import classes from '../ui/data-display/card-list.module.css'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { boardScreen } from './screens.ts'

const NewBoardDialog = lazyPart(() => import('./edit/new-board-dialog.tsx'))

export const reads = () => [BOARDS, LISTS, LOCATIONS] as const

/** Boards of the person. */
export default function BoardsPage() {
  const { t } = useTranslation(['boards', 'measurements', 'app'])
  const [boards] = useReads([BOARDS])
  const [making, setMaking] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={20} stroke={1.9} />} onClick={() => setMaking(true)}>
      {t('new')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{t('app:title.boards')}</PageHeading>
          <p className="bm-muted">{t('text')}</p>
        </div>
        {boards.length > 0 && add}
      </header>
      {boards.length === 0 ? (
        <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
      ) : (
        <ul className={classes.list}>
          {boards.map(({ id, name, charts, interval, link }) => (
            <li key={id} className={`bm-card ${classes.card}`}>
              <div className={classes.facts}>
                <b>{name}</b>
                <span className="bm-muted">
                  {[
                    t('charts', { count: charts }),
                    t(`measurements:interval.${interval}`),
                    ...(link ? [t('shared')] : []),
                  ].join(' · ')}
                </span>
              </div>
              <Button
                component={ScreenLink}
                to={linkTo(boardScreen, { params: { id } })}
                variant="default"
                aria-label={t('open_named', { name })}
              >
                {t('open')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Suspense>{making && <NewBoardDialog onClose={() => setMaking(false)} />}</Suspense>
    </div>
  )
}
