import { Button } from '@mantine/core'
import { IconArrowsExchange, IconCircle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsentEntry } from '#shared/contract/places/consents.ts'
import type { Research } from '#shared/contract/places/research.ts'
import { isAnswer } from '#shared/rules/research/consent.ts'
import { useDates, useSaid } from './project-words.ts'
import classes from './projects.module.css'
import { ReceiptDialog } from './receipt-dialog.tsx'

const ICONS = new Map<string, typeof IconCircle>([
  ['asked', IconCircleDashed],
  ['yes', IconCircleCheck],
  ['no', IconCircleX],
  ['owner_changed', IconArrowsExchange],
])

function Entry({ entry, onReceipt }: { entry: ConsentEntry; onReceipt: (() => void) | null }) {
  const { t } = useTranslation('projects')
  const dates = useDates()
  const said = useSaid()
  const { kind, email, location_name, device_ids, measurements, said_by, updated_at } = entry
  // A page of the release before meets kinds of a newer server.
  const Icon = ICONS.get(kind) ?? IconCircle
  const time = dates.time(updated_at)
  // A change of owners asks who owns the location then, whose address is told to nobody else.
  const sentence =
    kind === 'asked' && email === null ? t('history.asked_owner', { location: location_name ?? '' }) : said(entry)
  const scope = device_ids
    ? t('history.scope', { measurements: measurements.length, count: device_ids.length })
    : t('history.scope_all', { measurements: measurements.length })
  return (
    <li className={classes.entry}>
      <Icon size={21} stroke={1.9} aria-hidden="true" />
      <b>{sentence}</b>
      {onReceipt ? (
        <Button size="compact-sm" variant="subtle" onClick={onReceipt}>
          {t('history.receipt')}
        </Button>
      ) : (
        <span />
      )}
      {kind !== 'asked' && <span className={`bm-small ${classes.under}`}>{scope}</span>}
      <span className={`bm-small bm-muted ${classes.under}`}>
        {said_by ? t('history.by', { time, name: said_by }) : time}
      </span>
    </li>
  )
}

interface Props {
  project: Pick<Research, 'name' | 'institution' | 'consent_history'>
  /** Receipt that an address shows at once, and whether it is of an answer given a moment ago. */
  opened: number | null
  isNew: boolean
  /** Called once a receipt is closed: the address says nothing of one from then on. */
  onClose: () => void
}

/** Questions and answers, the newest first. */
export function ConsentHistory({ project, opened, isNew, onClose }: Props) {
  const { t } = useTranslation('projects')
  const [receipt, setReceipt] = useState(opened)
  const [isAnswered, setIsAnswered] = useState(isNew)
  const close = () => {
    setReceipt(null)
    setIsAnswered(false)
    onClose()
  }
  const entries = project.consent_history.toReversed()
  const shown = entries.find(({ id }) => id === receipt)
  // The names of who answered are sent to owners of the place alone, who have its receipts.
  const hasReceipt = (entry: ConsentEntry) => isAnswer(entry.kind) && entry.said_by !== null
  return (
    <section className={`bm-card ${classes.card}`}>
      <h2>{t('history.title')}</h2>
      {entries.length === 0 && <p className="bm-muted">{t('history.empty')}</p>}
      <ol className={classes.entries}>
        {entries.map(entry => (
          <Entry key={entry.id} entry={entry} onReceipt={hasReceipt(entry) ? () => setReceipt(entry.id) : null} />
        ))}
      </ol>
      {shown && hasReceipt(shown) && (
        <ReceiptDialog project={project} entry={shown} isNew={isAnswered} onClose={close} />
      )}
    </section>
  )
}
