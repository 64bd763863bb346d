import { Button } from '@mantine/core'
import { IconFileDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { ConsentEntry } from '#shared/contract/places/consents.ts'
import type { Research } from '#shared/contract/places/research.ts'
import { ask } from '../../kit/api/api.ts'
import { saveFileAt } from '../../kit/api/file.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { useRead } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { saveFile } from '../../kit/browser/save-file.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { namedInShort, useDates } from './project-words.ts'
import classes from './projects.module.css'

interface Props {
  project: Pick<Research, 'name' | 'institution'>
  entry: ConsentEntry
  /** True in the moment after the answer: the dialog says that it is saved and on its way by mail. */
  isNew: boolean
  onClose: () => void
}

/** Number of a receipt as people read it: the year and the entry, as on the server's file. */
const numberOf = ({ id, updated_at }: ConsentEntry): string =>
  `C-${updated_at.slice(0, 4)}-${String(id).padStart(4, '0')}`

/** The receipt of an answer: in words, and as a file for programs. */
export function ReceiptDialog({ project, entry, isNew, onClose }: Props) {
  const { t } = useTranslation('projects')
  const { email, locale } = useUser()
  const lists = useRead(LISTS)
  const dates = useDates()
  const [failed, setFailed] = useState(false)
  const isYes = entry.kind === 'yes'
  // As on its paper: the clocks of the location count.
  const timeOf = (moment: string): string => momentIn(moment, entry.time_zone ?? dates.zone)
  const save = async () => {
    try {
      const receipt = await ask(api.getConsentReceipt, { params: { id: entry.id } })
      saveFile(
        new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/ld+json' }),
        `${numberOf(entry)}.jsonld`,
      )
    } catch {
      setFailed(true)
    }
  }
  const savePdf = () => {
    setFailed(false)
    const path = urlOf(api.getConsentReceiptPdf, { params: { id: entry.id }, query: { locale } })
    saveFileAt(path, `${numberOf(entry)}.pdf`).catch(() => setFailed(true))
  }
  const rows: [string, string | null][] = [
    [t('receipt.number'), isNew ? numberOf(entry) : null],
    [t('receipt.research'), project.name],
    [t('receipt.institution'), project.institution],
    [t('receipt.location'), entry.location_name],
    [t('receipt.devices'), entry.device_ids ? String(entry.device_ids.length) : t('receipt.each')],
    [t('receipt.measurements'), namedInShort(lists, entry.measurements)],
    [t(isYes ? 'receipt.yes_from' : 'receipt.no_from'), entry.from && timeOf(entry.from)],
    [t('receipt.said_by'), [entry.said_by, timeOf(entry.updated_at)].filter(Boolean).join(', ')],
  ]
  const saved = t(isYes ? 'receipt.title_yes' : 'receipt.title_no')
  return (
    <Dialog opened title={isNew ? saved : t('receipt.of', { number: numberOf(entry) })} onClose={onClose}>
      <div className={classes.details}>
        {isNew && <p className="bm-muted">{t('receipt.text', { email })}</p>}
        <dl className={classes.receipt}>
          {rows.map(([name, value]) => value && <ReceiptRow key={name} name={name} value={value} />)}
        </dl>
        <p className="bm-small bm-muted">{t('receipt.after')}</p>
        {failed && <Note status="act_now">{t('data.failed')}</Note>}
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconFileDownload size={19} stroke={1.9} />}
            onClick={() => void save()}
          >
            {t('receipt.file')}
          </Button>
          <Button variant="default" leftSection={<IconFileTypePdf size={19} stroke={1.9} />} onClick={savePdf}>
            {t('receipt.pdf')}
          </Button>
          <Button onClick={onClose}>{t('receipt.done')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

function ReceiptRow({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <QuantityName name={value} />
      </dd>
    </>
  )
}
