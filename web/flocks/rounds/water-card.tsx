import { ActionIcon, Button } from '@mantine/core'
import { IconDownload, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#shared/contract/index.ts'
import { MAX_WATER_DAYS, type WaterDay } from '#shared/contract/places/flocks.ts'
import { daysBefore } from '#shared/rules/time/calendar-periods.ts'
import { saveTable } from '../../diary/files/table-file.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh, useApiMutation } from '../../kit/api/query.ts'
import { failureOf, useContractForm } from '../../kit/forms/form.ts'
import { NumberField, numberIn } from '../../kit/forms/number-field.tsx'
import { useFormat } from '../../kit/language/format.ts'
import { shownDate, slashesExample } from '../../kit/language/viewer-formats.ts'
import { nowIn } from '../../kit/time/instant.ts'
import { TableDialog } from '../../locations/rounds/table-dialog.tsx'
import { readWater } from '../../locations/rounds/tables.ts'
import { useSome } from '../../ui/data-display/use-some.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import classes from '../flocks.module.css'

const WATER_READS = [api.listWater, api.getRoundAxis]
/** Days listed before somebody asks for more. */
const SHOWN = 14
const UNIT = 'L'

interface Props {
  area: { id: number; name: string; may: readonly string[] }
  timeZone: string
}

/** Water that the animals drank by day, to be typed, read from a file and taken back. */
export default function WaterCard({ area, timeZone }: Props) {
  const { t } = useTranslation('flocks')
  const { number, value, language } = useFormat()
  const [dialog, setDialog] = useState<'day' | 'import' | null>(null)
  const params = { id: area.id }
  const today = nowIn(timeZone).slice(0, 10)
  const query = { date_start: daysBefore(today, MAX_WATER_DAYS - 1), date_end: today }
  const water = useQuery(queryOf(api.listWater, { params, query }))
  const remove = useApiMutation(api.saveWater, { refresh: WATER_READS })
  const mayEdit = area.may.includes('edit')
  const days = water.data?.toReversed() ?? []
  const [some, more] = useSome(days, SHOWN)
  const close = () => setDialog(null)
  const save = () =>
    saveTable(
      {
        heads: [t('water.day'), `${t('water.litres')} (${UNIT})`, t('water.from')],
        rows: days
          .toReversed()
          .map(({ date, litres, source }) => [
            { text: date },
            { number: litres, decimals: 1 },
            { text: t(`water.source.${source}`) },
          ]),
      },
      { parts: [t('water.title'), area.name] },
      'csv',
      language,
    )
  return (
    <section className={`bm-card ${classes.axis}`} aria-labelledby="water">
      <h2 id="water">{t('water.title')}</h2>
      <p className="bm-muted">{t('water.text')}</p>
      <div className="bm-row bm-wrap">
        {mayEdit && (
          <>
            <Button size="md" leftSection={<IconPlus size={20} stroke={2} />} onClick={() => setDialog('day')}>
              {t('water.add')}
            </Button>
            <Button
              size="md"
              variant="default"
              leftSection={<IconFileImport size={20} stroke={1.8} />}
              onClick={() => setDialog('import')}
            >
              {t('water.import.title')}
            </Button>
          </>
        )}
        {days.length > 0 && (
          <Button size="md" variant="default" leftSection={<IconDownload size={20} stroke={1.8} />} onClick={save}>
            {t('save')}
          </Button>
        )}
      </div>
      <QueryFailed query={water} />
      {remove.error && <Note status="attention">{failureOf(remove.error, []).message}</Note>}
      {water.data && days.length === 0 && <p className="bm-muted">{t('water.none')}</p>}
      <ul className={classes.days}>
        {some.map(({ date, litres, source }) => (
          <li key={date}>
            <span className="bm-num">{shownDate(date)}</span>
            <b className="bm-num">{value(litres, litres < 10 ? 1 : 0, UNIT)}</b>
            <span className="bm-small bm-muted">{t(`water.source.${source}`)}</span>
            <span className="bm-grow" />
            {mayEdit && source === 'typed' && (
              <ActionIcon
                size={44}
                variant="subtle"
                color="red"
                disabled={remove.isPending}
                aria-label={t('water.remove', { date: shownDate(date), litres: number(litres, 1) })}
                onClick={() => remove.mutate({ params, body: { days: [{ date, litres: null }] } })}
              >
                <IconTrash size={20} stroke={1.9} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {more && <div>{more}</div>}
      {dialog === 'day' && <DayDialog areaId={area.id} today={today} known={days} onClose={close} />}
      {dialog === 'import' && (
        <TableDialog
          title={t('water.import.title')}
          action={count => t('water.import.action', { count })}
          label={t('water.import.table')}
          columns={t('water.import.columns', { slashes: slashesExample() })}
          read={readWater}
          send={rows => ask(api.saveWater, { params, body: { days: rows } })}
          reads={WATER_READS}
          onClose={close}
        />
      )}
    </section>
  )
}

const Body = z.object({ date: z.iso.date(), litres: z.number().min(0) })

interface DayProps {
  areaId: number
  today: string
  known: readonly WaterDay[]
  onClose: () => void
}

/** Writes the water of a day down; it takes the place of what was typed for that day. */
function DayDialog({ areaId, today, known, onClose }: DayProps) {
  const { t } = useTranslation(['flocks', 'ui'])
  const { value } = useFormat()
  const client = useQueryClient()
  const { form, failure, busy, onSubmit } = useContractForm({
    body: Body,
    initialValues: { date: daysBefore(today, 1), litres: '' },
    toBody: values => ({ date: values.date, litres: numberIn(values.litres) }),
    send: async day => {
      await ask(api.saveWater, { params: { id: areaId }, body: { days: [day] } })
      await refresh(client, WATER_READS)
      onClose()
    },
  })
  const there = known.find(({ date }) => date === form.values.date)
  return (
    <FormDialog opened title={t('water.add')} action={t('ui:save')} {...{ busy, failure, onSubmit, onClose }}>
      <DateField label={t('water.day')} {...form.getInputProps('date')} />
      <NumberField data-autofocus unit={UNIT} label={t('water.litres')} {...form.getInputProps('litres')} />
      {there && (
        <p className="bm-small bm-muted">
          {t(`water.there.${there.source}`, { litres: value(there.litres, 1, UNIT) })}
        </p>
      )}
    </FormDialog>
  )
}
