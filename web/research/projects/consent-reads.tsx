import { Button } from '@mantine/core'
import { IconDownload, IconEye, IconSnowflake, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Research } from '#shared/contract/places/research.ts'
import type { ReadKind } from '#shared/rules/research/consent.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { useRead } from '../../kit/api/query.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { consentReadsRead } from '../queries.ts'
import { namedInShort, useDates } from './project-words.ts'
import classes from './projects.module.css'

const AT_ONCE = 10

const ICONS = { opened: IconEye, downloaded: IconDownload, frozen: IconSnowflake, published: IconWorld } as const

function ReadIcon({ kind }: { kind: ReadKind }) {
  const Icon = ICONS[kind]
  return <Icon size={21} stroke={1.9} aria-hidden="true" />
}

/** Openings and downloads of the own data, the newest first. */
export function ConsentReads({ project }: { project: Research }) {
  const { t } = useTranslation('projects')
  const reads = useRead(consentReadsRead(project.id))
  const lists = useRead(LISTS)
  const dates = useDates()
  const [count, setCount] = useState(AT_ONCE)
  return (
    <section className={`bm-card ${classes.card}`}>
      <h2>{t('reads.title')}</h2>
      {reads.length === 0 ? (
        <p className="bm-muted">{t('reads.empty')}</p>
      ) : (
        <>
          <p className="bm-small bm-muted">{t('reads.stays')}</p>
          <ol className={classes.entries}>
            {reads.slice(0, count).map(({ id, kind, at, read_by, device_name, measurements, from, until }) => (
              <li key={id} className={classes.entry}>
                <ReadIcon kind={kind} />
                <b>{t(`reads.${kind}`, { name: read_by, device: device_name })}</b>
                <span />
                <span className={`bm-small ${classes.under}`}>
                  <QuantityName
                    name={t('reads.what', {
                      measurements: namedInShort(lists, measurements),
                      from: dates.day(from),
                      until: dates.lastDay(until),
                    })}
                  />
                </span>
                <span className={`bm-small bm-muted ${classes.under}`}>{dates.time(at)}</span>
              </li>
            ))}
          </ol>
          {reads.length > count && (
            <Button variant="default" onClick={() => setCount(count + 50)}>
              {t('reads.more')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
