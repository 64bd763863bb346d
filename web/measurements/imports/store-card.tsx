import { Button, Checkbox, Progress } from '@mantine/core'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import type { ImportPlan, ImportPreview } from '#shared/contract/measurements/imports.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { percentOf } from '../chart-cards/percent.ts'
import classes from './import.module.css'
import type { ImportWork } from './use-import.ts'

const POLL_MS = 500

function Stored({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const { data } = useQuery({
    ...queryOf(api.getImport, { params: { id: preview.import.id } }),
    refetchInterval: POLL_MS,
  })
  const share = preview.counts.rows > 0 ? (data?.rows_done ?? 0) / preview.counts.rows : 0
  return (
    <div className={classes.progress} role="status">
      <Progress value={share * 100} aria-label={t('storing')} />
      <span className="bm-small">{t('stored_share', { share: format.number(percentOf(Math.min(1, share))) })}</span>
    </div>
  )
}

interface Props {
  work: ImportWork
  preview: ImportPreview
  plan: ImportPlan
  device: Device
}

/** Card with where the file goes, whether it replaces what is there, and the button that counts what it will write. */
export function StoreCard({ work, preview, plan, device }: Props) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const { counts } = preview
  const values = counts.added + (plan.replace ? counts.replaced : 0)
  const outside = preview.refusals.find(({ code }) => code === 'outside_rental')
  const unanswered = preview.questions.length
  const store = async () => {
    const { id, file_name } = preview.import
    if (await work.store(id, preview.plan))
      showToast({ id: 'imported', message: t('done', { name: file_name }), color: 'steel' })
  }
  return (
    <section className={`bm-card ${classes.card}`}>
      <h2>{t('goes_to')}</h2>
      <p>
        <b>{device.name}</b>
        {device.placement && `, ${device.placement.area_name}, ${device.placement.location_name}`}
      </p>
      {outside && <Note status="attention">{t('outside', { number: format.number(outside.values) })}</Note>}
      {(counts.replaced > 0 || !plan.replace) && (
        <Checkbox
          size="md"
          label={t('replace', { count: counts.replaced, number: format.number(counts.replaced) })}
          checked={plan.replace}
          onChange={event => void work.change({ replace: event.currentTarget.checked })}
        />
      )}
      {unanswered > 0 && <p>{t('ask.first', { count: unanswered })}</p>}
      {work.failure && <Note status="act_now">{work.failure}</Note>}
      <Button
        size="lg"
        fullWidth
        disabled={values === 0 || unanswered > 0 || work.doing === 'looking'}
        loading={work.doing === 'storing'}
        leftSection={<IconDatabaseImport size={22} stroke={1.9} />}
        onClick={() => void store()}
      >
        {t('import', { count: values, number: format.number(values) })}
      </Button>
      {work.doing === 'storing' ? (
        <Stored preview={preview} />
      ) : (
        <p className="bm-small bm-muted">{t('undo_promise')}</p>
      )}
    </section>
  )
}
