import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { AreaExposure, ExposureAnswer, ExposurePart } from '#shared/contract/places/flocks.ts'
import { EXPOSURE_MEASURES, EXPOSURE_PARTS, type ExposureMeasure } from '#shared/rules/locations/exposure.ts'
import { REPORT_PERIODS, type ReportPeriod } from '#shared/rules/time/calendar-period-names.ts'
import { periodAfter, startOfPeriod } from '#shared/rules/time/calendar-periods.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf, useReads } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { nowIn } from '../../kit/time/instant.ts'
import { NoLocations } from '../../locations/no-locations.tsx'
import { Explanations, useExplain } from '../../statistics/numbers/explain.tsx'
import { PlaceHead } from '../../ui/data-display/place-head.tsx'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { RecordList } from '../../ui/data-display/record-list.tsx'
import { useSome } from '../../ui/data-display/use-some.tsx'
import { WithDates } from '../../ui/data-display/with-dates.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { EarlierLater } from '../../ui/forms/earlier-later.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import classes from '../flocks.module.css'
import { exposureScreen } from '../screens.ts'
import { saveLedger } from './exposure-file.ts'
import { type ExposureWords, explainMeasure, figureOf, isNothing, isThin, partName } from './measure-words.ts'

export const reads = () => [LISTS, LOCATIONS]

type Choice = { value: string; label: string; scope: { location_id: number } | { area_id: number } }

/** The screen's choice as its address has it, and how to change it. */
const useExposureChoice = () => {
  const [, locations] = useReads([LISTS, LOCATIONS])
  const search = useScreenSearch(exposureScreen)
  const change = useChangeSearch(exposureScreen)
  const choices = [
    ...locations.map(({ id, name }): Choice => ({ value: `location:${id}`, label: name, scope: { location_id: id } })),
    ...locations.flatMap(({ name, areas }) =>
      areas.map(
        (area): Choice => ({ value: `area:${area.id}`, label: `${name}, ${area.name}`, scope: { area_id: area.id } }),
      ),
    ),
  ]
  const chosen = choices.find(({ value }) => value === search.of) ?? choices[0]
  const today = nowIn(Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10)
  const period: ReportPeriod = search.period ?? 'quarter'
  const date = search.date && search.date <= today ? search.date : today
  const from = startOfPeriod(date, period)
  return {
    choices,
    chosen,
    by: search.by ?? 'week',
    period,
    from,
    until: periodAfter(from, period),
    today,
    change: (some: Parameters<typeof change>[0]) => void change(some),
  }
}

/** Exposure of the animals of each area, week by week or round by round. */
export default function ExposurePage() {
  const { t } = useTranslation('flocks')
  const choice = useExposureChoice()
  const { chosen } = choice
  if (!chosen) return <NoLocations title={t('none.title')} text={t('none.text')} />
  return (
    <Explanations>
      <Ledger choice={choice} chosen={chosen} />
    </Explanations>
  )
}

function Ledger({ choice, chosen }: { choice: ReturnType<typeof useExposureChoice>; chosen: Choice }) {
  const { t } = useTranslation('flocks')
  const { number, language } = useFormat()
  const { choices, by, period, from, until, today, change } = choice
  const last = new Date(Date.parse(until) - 1).toISOString().slice(0, 10)
  const exposure = useQuery(
    queryOf(api.getExposure, { query: { ...chosen.scope, date_start: from, date_end: last, by } }),
  )
  const words = { t, number }
  const answer = exposure.data
  return (
    <div className={classes.page}>
      <PlaceHead
        title={t('exposure.title')}
        label={t('scope')}
        places={choices}
        chosen={chosen.value}
        onChoose={of => change({ of })}
      >
        <Segments
          aria-label={t('exposure.by_label')}
          value={by}
          onChange={value => change({ by: value })}
          data={EXPOSURE_PARTS.map(value => ({ value, label: t(`exposure.by.${value}`) }))}
        />
        <span className="bm-grow" />
        <Segments
          aria-label={t('period.label')}
          value={period}
          onChange={value => change({ period: value })}
          data={REPORT_PERIODS.map(value => ({ value, label: t(`period.${value}`) }))}
        />
        <EarlierLater
          earlier={t('period.earlier')}
          later={t('period.later')}
          isLast={until > today}
          onEarlier={() => change({ date: periodAfter(from, period, -1) })}
          onLater={() => change({ date: until })}
        />
        <Button
          variant="default"
          size="sm"
          disabled={!answer?.areas.some(({ parts }) => parts.length > 0)}
          leftSection={<IconDownload size={18} stroke={1.9} />}
          onClick={() => answer && saveLedger(answer, language, t)}
        >
          {t('save')}
        </Button>
      </PlaceHead>
      <p className="bm-muted">
        <WithDates text={t('exposure.lead', { from, last })} />
      </p>
      <QueryFailed query={exposure} />
      {exposure.isPending && <PartLoading />}
      {answer && <Areas answer={answer} words={words} by={by} />}
    </div>
  )
}

/** Areas, and weeks or rounds of each, listed before somebody asks for more: a quarter has 14 weeks. */
const [AREAS_SHOWN, PARTS_SHOWN] = [6, 14]

interface AreasProps {
  answer: ExposureAnswer
  words: ExposureWords
  by: 'week' | 'round'
}

function Areas({ answer, words, by }: AreasProps) {
  const { t } = words
  const told = answer.areas.filter(({ parts }) => parts.length > 0)
  const silent = answer.areas.filter(({ parts }) => parts.length === 0)
  const [some, more] = useSome(told, AREAS_SHOWN)
  return (
    <>
      {some.map(area => (
        <section key={area.area_id} className={classes.area} aria-labelledby={`exposure-${area.area_id}`}>
          <h2 id={`exposure-${area.area_id}`}>{area.area_name}</h2>
          <AreaLedger area={area} words={words} />
        </section>
      ))}
      {more && <div>{more}</div>}
      {silent.length > 0 && (
        <p className="bm-muted">
          {t(`exposure.nothing_${by}`, { areas: silent.map(({ area_name }) => area_name).join(', ') })}
        </p>
      )}
    </>
  )
}

function AreaLedger({ area, words }: { area: AreaExposure; words: ExposureWords }) {
  const { t } = words
  const present = new Set(area.parts.flatMap(({ measures }) => measures.map(({ measure }) => measure)))
  const columns = EXPOSURE_MEASURES.filter(measure => present.has(measure))
  const [parts, more] = useSome(area.parts, PARTS_SHOWN)
  return (
    <>
      <RecordList
        entries={parts.map(part => ({ ...part, id: `${part.from} ${part.round?.id ?? ''}` }))}
        heads={[t('exposure.part'), ...columns.map(column => t(`exposure.column.${column}`))]}
        row={part => (
          <tr>
            <th scope="row" className={classes.part}>
              <PartName part={part} words={words} />
            </th>
            {columns.map(column => (
              <td key={column}>
                <Cell part={part} measure={column} words={words} />
              </td>
            ))}
          </tr>
        )}
        card={part => (
          <>
            <h3 className={classes.part}>
              <PartName part={part} words={words} />
            </h3>
            <dl className={classes.facts}>
              {columns.map(column => (
                <div key={column}>
                  <dt>
                    <QuantityName name={t(`exposure.column.${column}`)} />
                  </dt>
                  <dd>
                    <Cell part={part} measure={column} words={words} />
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      />
      {more && <div>{more}</div>}
    </>
  )
}

function PartName({ part, words }: { part: ExposurePart; words: ExposureWords }) {
  return (
    <>
      {partName(words, part)}
      {part.empty_days > 0 && (
        <span className={classes.small}>{words.t('exposure.empty', { count: part.empty_days })}</span>
      )}
    </>
  )
}

interface CellProps {
  part: ExposurePart
  measure: ExposureMeasure
  words: ExposureWords
}

/** Number of a measure that opens how it came about; hatched where too little was measured. */
function Cell({ part, measure, words }: CellProps) {
  const { t, number } = words
  const explain = useExplain()
  const one = part.measures.find(found => found.measure === measure)
  if (!one) return <span>–</span>
  const { value, beside } = figureOf(words, one)
  const thin = isThin(one) ? t('exposure.thin', { coverage: `${number(100 * one.coverage)} %` }) : ''
  return (
    <button
      type="button"
      className={classes.number}
      data-thin={thin !== '' || undefined}
      data-nothing={isNothing(one) || undefined}
      aria-label={t('why', {
        name: `${t(`exposure.column.${measure}`)}, ${partName(words, part)}`,
        value: [value, beside, thin].filter(Boolean).join(' '),
      })}
      onClick={() => explain(explainMeasure(words, part, one))}
    >
      <b>{value}</b>
      {[beside, thin].filter(Boolean).map(text => (
        <Fragment key={text}>
          {' '}
          <span className={classes.small}>{text}</span>
        </Fragment>
      ))}
    </button>
  )
}
