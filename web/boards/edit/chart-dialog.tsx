import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardChart, BoardLine } from '#shared/contract/measurements/boards.ts'
import { MAX_CHART_LINES, MAX_CHART_UNITS } from '#shared/rules/boards/boards.ts'
import { definitionOf } from '#shared/rules/science/measurement-definition.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { useReads } from '../../kit/api/query.ts'
import type { ChartBody } from '../../measurements/add-to-board/body.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import classes from '../boards.module.css'
import { fitsOneChart } from '../charts/lines.ts'
import { type Place, placesWith, placeValue } from './places.ts'
import { usePlaces } from './use-places.ts'

interface Row {
  id: number
  place: string | null
  measurement: string | null
  /** Line whose area or device is no longer seen: it can stay or go. */
  lost: BoardLine | null
}

interface Props {
  /** Chart to be changed; null for a new one. */
  chart: BoardChart | null
  busy: boolean
  failure: string | null
  onSave: (chart: ChartBody) => void
  onClose: () => void
}

const rowOf = (line: BoardLine, id: number): Row => ({
  id,
  place: placeValue(line),
  measurement: line.measurement,
  lost: line.seen ? null : line,
})

const byGroup = (places: readonly Place[], others: string) =>
  [...Map.groupBy(places, ({ group }) => group ?? others)].map(([group, items]) => ({
    group,
    items: items.map(({ value, name, group: place }) => ({ value, label: place ? `${name} (${place})` : name })),
  }))

/** Title and lines of a chart: for each line an area and what is measured there. */
export default function ChartDialog({ chart, busy, failure, onSave, onClose }: Props) {
  const { t } = useTranslation(['boards', 'form'])
  const offered = usePlaces()
  const places = useMemo(() => placesWith(offered, chart?.lines ?? []), [offered, chart])
  const [lists] = useReads([LISTS])
  const [title, setTitle] = useState(chart?.title ?? '')
  const [tried, setTried] = useState(false)
  const [rows, setRows] = useState<Row[]>(() =>
    chart ? chart.lines.map(rowOf) : [{ id: 0, place: null, measurement: null, lost: null }],
  )
  const change = (id: number, changed: Partial<Row>) =>
    setRows(before => before.map(row => (row.id === id ? { ...row, ...changed } : row)))
  const placeOf = (value: string | null) => places.find(place => place.value === value)
  const unitOf = (key: string) => definitionOf(key, undefined, lists)?.quantity.unit ?? ''
  const fits = fitsOneChart(rows.flatMap(({ measurement }) => (measurement === null ? [] : [unitOf(measurement)])))
  const isWhole = rows.every(({ place, measurement }) => place !== null && measurement !== null)
  const add = () => {
    const last = rows.at(-1)
    const id = Math.max(-1, ...rows.map(row => row.id)) + 1
    setRows([...rows, { id, place: null, measurement: last?.measurement ?? null, lost: null }])
  }
  const submit = () => {
    setTried(true)
    if (!fits || !isWhole || rows.length === 0) return
    const lines = rows.flatMap(({ place, measurement, lost }) => {
      const of = lost ?? placeOf(place)
      return of && measurement !== null ? [{ area_id: of.area_id, device_id: of.device_id, measurement }] : []
    })
    onSave({ title: title.trim() || null, lines })
  }
  const isMissing = (value: string | null) => (tried && value === null ? t('form:error.required') : undefined)
  return (
    <FormDialog
      opened
      title={t(chart ? 'chart.change' : 'chart.new')}
      action={t('save')}
      busy={busy}
      failure={failure ?? (fits ? null : t('chart.too_many_units', { count: MAX_CHART_UNITS }))}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
      onClose={onClose}
    >
      <TextInput
        size="md"
        autoComplete="off"
        maxLength={80}
        label={t('chart.title')}
        description={t('chart.title_help')}
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <ul className={classes.lines} aria-label={t('chart.lines')}>
        {rows.map(({ id, place, measurement, lost }, index) => {
          const nth = index + 1
          const known = placeOf(place)
          return (
            <li key={id} className={classes.lineFields}>
              {lost ? (
                <p className="bm-muted">
                  {t('unseen.own', { name: [lost.name, lost.location_name].filter(Boolean).join(', ') })}
                </p>
              ) : (
                <>
                  <Select
                    size="md"
                    searchable
                    allowDeselect={false}
                    label={t('chart.place', { nth })}
                    nothingFoundMessage={t('chart.no_place')}
                    data={byGroup(places, t('chart.without_area'))}
                    value={place}
                    error={isMissing(place)}
                    onChange={value => {
                      const keys = placeOf(value)?.measurements ?? []
                      const kept = measurement !== null && keys.includes(measurement) ? measurement : (keys[0] ?? null)
                      change(id, { place: value, measurement: kept })
                    }}
                  />
                  <Select
                    size="md"
                    searchable
                    allowDeselect={false}
                    label={t('chart.measurement', { nth })}
                    disabled={!known}
                    data={lists.measurement_types
                      .filter(
                        type => known?.measurements.includes(type.abbreviation) || type.abbreviation === measurement,
                      )
                      .map(({ abbreviation, name }) => ({ value: abbreviation, label: name }))}
                    value={measurement}
                    error={known ? isMissing(measurement) : undefined}
                    onChange={value => change(id, { measurement: value })}
                  />
                </>
              )}
              <ActionIcon
                size={48}
                variant="default"
                aria-label={t('chart.remove_line', { nth })}
                disabled={rows.length === 1}
                onClick={() => setRows(rows.filter(row => row.id !== id))}
              >
                <IconTrash size={20} stroke={1.8} />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
      <Button
        variant="default"
        leftSection={<IconPlus size={20} stroke={1.9} />}
        disabled={rows.length >= MAX_CHART_LINES}
        onClick={add}
      >
        {t('chart.add_line')}
      </Button>
      <p className="bm-small bm-muted">{t('chart.lines_help', { lines: MAX_CHART_LINES })}</p>
    </FormDialog>
  )
}
