import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Snapshot } from '#shared/contract/measurements/snapshots.ts'
import { queryOf } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useDates } from '../projects/project-words.ts'
import classes from '../projects/projects.module.css'
import { publishedScreen } from '../screens.ts'
import { PublishDialog } from './snapshot-dialogs.tsx'

/** Published versions whose research was deleted: their pages are still open, and can be closed here. */
export function LeftVersions() {
  const { t } = useTranslation('snapshots')
  const dates = useDates()
  const { data = [] } = useQuery(queryOf(api.listLeftSnapshots, {}))
  const [chosen, setChosen] = useState<Snapshot | null>(null)
  if (data.length === 0) return null
  return (
    <section className={`bm-card ${classes.card}`} aria-labelledby="left-versions">
      <h2 id="left-versions">{t('left.title')}</h2>
      <p className="bm-small bm-muted">{t('left.text')}</p>
      <ul className={classes.plain}>
        {data.map(version => (
          <li key={version.id} className={classes.deposit}>
            <b>
              {version.title}, {t('version', { version: version.version })}
            </b>
            <span className="bm-small bm-muted">
              {version.published_at && t('page.published', { date: dates.day(version.published_at) })}
            </span>
            <div className={classes.actions}>
              <Button
                size="sm"
                variant="default"
                component={ScreenLink}
                to={linkTo(publishedScreen, { params: { id: version.id } })}
              >
                {t('open_page')}
              </Button>
              <Button size="sm" variant="default" onClick={() => setChosen(version)}>
                {t('publication')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {chosen && <PublishDialog version={chosen} isLeft onClose={() => setChosen(null)} />}
    </section>
  )
}
