import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import type { ResearchPlace } from '#shared/contract/places/consents.ts'
import type { Research } from '#shared/contract/places/research.ts'
import { meanOf } from '#shared/rules/science/mean.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'
import { exportScreen } from '../../exports/screens.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { queryOf, useApiMutation, useRead } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { serverNow } from '../../kit/time/now.ts'
import { Sparkline } from '../../ui/data-display/sparkline.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import classes from './projects.module.css'

interface Props {
  project: Research
  place: ResearchPlace
  onClose: () => void
}

const SHOWN_DAYS = 30

/** The last days that are shared of a place, as date fields hold them. */
const lastDaysOf = ({ readable, time_zone }: ResearchPlace, now: number): { from: string; until: string } => {
  const ends = readable.map(({ until }) => Math.min(now, until === null ? now : Date.parse(until) - 1))
  const until = Math.max(...ends)
  const first = Math.min(...readable.map(({ from }) => Date.parse(from)))
  return {
    from: localDateAt(Math.max(first, until - (SHOWN_DAYS - 1) * DAY_MS), time_zone),
    until: localDateAt(until, time_zone),
  }
}

/** Data of a place that a researcher may read: one measurement as a line with its figures, and a file of all. */
export function PlaceData({ place, onClose }: Props) {
  const { t } = useTranslation('projects')
  const lists = useRead(LISTS)
  const go = useGo()
  const keys = [...new Set(place.readable.flatMap(({ measurements }) => measurements ?? []))]
  const types = lists.measurement_types.filter(({ abbreviation }) => keys.includes(abbreviation))
  const [key, setKey] = useState(
    types.find(({ abbreviation }) => abbreviation === 't')?.abbreviation ?? types[0]?.abbreviation,
  )
  const [days, setDays] = useState(() => lastDaysOf(place, serverNow()))
  const create = useApiMutation(api.createExport, { refresh: [api.listExports] })
  const period = { date_start: days.from, date_end: days.until }
  const { data, error, isFetching } = useQuery({
    ...queryOf(api.getSeries, {
      query: {
        location_research_id: place.location_research_id,
        measurements: key ?? '',
        interval: 'selection',
        ...period,
      },
    }),
    enabled: key !== undefined && days.from !== '' && days.until !== '',
  })
  const make = () =>
    create.mutate(
      { body: { location_research_ids: [place.location_research_id], measurements: keys, format: 'csv', ...period } },
      { onSuccess: () => void go(linkTo(exportScreen)) },
    )
  return (
    <Dialog
      opened
      title={t('data.title', { name: `${place.area_name}, ${place.device_name}` })}
      size={720}
      onClose={onClose}
    >
      <div className={classes.card}>
        <div className={classes.pair}>
          <Select
            size="md"
            searchable
            allowDeselect={false}
            label={t('data.measurement')}
            data={types.map(({ abbreviation, name }) => ({ value: abbreviation, label: name }))}
            value={key ?? null}
            onChange={value => setKey(types.find(one => one.abbreviation === value)?.abbreviation)}
          />
          <DateField label={t('data.from')} value={days.from} onChange={from => setDays({ ...days, from })} />
          <DateField
            label={t('data.until')}
            value={days.until}
            min={days.from}
            onChange={until => setDays({ ...days, until })}
          />
        </div>
        <div aria-live="polite" aria-busy={isFetching}>
          {data && key && <Line frame={data} measurement={key} />}
          {error && <p className="bm-muted">{t('data.nothing')}</p>}
        </div>
        <p className="bm-small bm-muted">{t('data.noted')}</p>
        {create.error && <Note status="act_now">{create.error.message || t('data.failed')}</Note>}
        <div className={classes.actions}>
          <Button variant="default" loading={create.isPending} onClick={make}>
            {t('data.file')}
          </Button>
          <span className="bm-small bm-muted">{t('data.file_text')}</span>
        </div>
      </div>
    </Dialog>
  )
}

const LEAST_DIGITS = 1

function Line({ frame, measurement }: { frame: Frame; measurement: string }) {
  const { t } = useTranslation('projects')
  const format = useFormat()
  const column = frame.series[measurement]
  const means = (column?.mean ?? []).flatMap(mean => mean ?? [])
  if (!column || means.length === 0) return <p className="bm-muted">{t('data.nothing')}</p>
  const value = (number: number) => format.value(number, LEAST_DIGITS, column.unit)
  const mean = meanOf(column.averaging ?? 'arithmetic', means)
  const summary = t('data.summary', {
    min: value(Math.min(...column.min.flatMap(one => one ?? []))),
    mean: mean === null ? '–' : value(mean),
    max: value(Math.max(...column.max.flatMap(one => one ?? []))),
  })
  return (
    <>
      <div className={classes.scroll}>
        <Sparkline values={column.mean} low={null} high={null} status="good" label={summary} width={640} height={160} />
      </div>
      <p>{summary}</p>
      <p className="bm-small bm-muted">{t('data.coverage', { percent: Math.floor(column.coverage * 100) })}</p>
    </>
  )
}
