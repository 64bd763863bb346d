import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { AxisRound, RoundAxis } from '#shared/contract/places/flocks.ts'
import { isKeyOf } from '#shared/rules/collections/keys.ts'
import { AXIS_MEASURES, type AxisMeasure } from '#shared/rules/locations/exposure.ts'
import { ROUND_PRESETS } from '#shared/rules/locations/round-presets.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { shownDate, unitFor } from '../../kit/language/viewer-formats.ts'
import { useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { roundName } from '../../locations/rounds/round-name.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import classes from '../flocks.module.css'
import { roundsScreen } from '../screens.ts'
import { AxisChart } from './axis-chart.tsx'
import { saveAxis } from './axis-file.ts'

const DECIMALS: Record<AxisMeasure, number> = { t: 1, h: 0, co2: 0, nh3: 1, weight: 3, water: 3, emission: 2 }

/** Rounds of an area by day of age, with what the curve wants, the best and the worst. */
export function AxisCard({ areaId }: { areaId: number }) {
  const { t } = useTranslation('flocks')
  const { language } = useFormat()
  const { measure = 't' } = useScreenSearch(roundsScreen)
  const change = useChangeSearch(roundsScreen)
  const axis = useQuery(queryOf(api.getRoundAxis, { params: { id: areaId }, query: { measure } }))
  const answer = axis.data
  return (
    <section className={`bm-card ${classes.axis}`} aria-labelledby="round-axis">
      <div className={classes.top}>
        <h2 id="round-axis">{t('axis.by_age')}</h2>
        <span className="bm-grow" />
        {(!answer || answer.rounds.length > 0) && (
          <div className={classes.measures}>
            <Segments
              aria-label={t('axis.measure_label')}
              value={measure}
              onChange={value => void change({ measure: value })}
              data={AXIS_MEASURES.map(value => ({ value, label: <QuantityName name={t(`axis.measure.${value}`)} /> }))}
            />
          </div>
        )}
        {answer && answer.rounds.length > 0 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={18} stroke={1.9} />}
            onClick={() => saveAxis(answer, language, t)}
          >
            {t('save')}
          </Button>
        )}
      </div>
      <QueryFailed query={axis} />
      {axis.isPending && <PartLoading />}
      {answer && (answer.rounds.length === 0 ? <p className="bm-muted">{t('axis.none')}</p> : <Axis axis={answer} />)}
    </section>
  )
}

function Axis({ axis }: { axis: RoundAxis }) {
  const { t } = useTranslation('flocks')
  const { measure, rounds, judged_by, band } = axis
  const isKnown = rounds.some(({ mean }) => mean !== null)
  return (
    <>
      <p className="bm-small bm-muted">
        {t(`axis.lead.${measure}`, { unit: unitFor(axis.unit) })}{' '}
        {t(judged_by ? `axis.judged.${judged_by}` : measure === 'water' ? 'axis.judged_never' : 'axis.not_judged')}
      </p>
      {isKnown ? (
        <AxisChart axis={axis} />
      ) : (
        <p className="bm-muted">{t(measure === 'water' ? 'axis.no_water' : 'axis.unmeasured')}</p>
      )}
      <ul className={classes.rounds}>
        {rounds.map((round, index) => (
          <RoundLine key={round.id} axis={axis} round={round} index={index} />
        ))}
      </ul>
      {band && <p className="bm-small bm-muted">{bandSource(axis, t)}</p>}
    </>
  )
}

/** Tells where the band comes from, and how sure it is. */
const bandSource = ({ band, rounds }: RoundAxis, t: ReturnType<typeof useTranslation<'flocks'>>['t']): string => {
  const from = band?.source
  if (band?.kind === 'limit')
    return `${t('axis.band_limit')} ${from ? t('axis.limit_source', { source: from }) : t('axis.limit_no_source')}`
  if (band?.kind === 'permit')
    return [
      t('axis.band_permit'),
      band.since
        ? t(from ? 'axis.permit_since_source' : 'axis.permit_since', { since: shownDate(band.since), source: from })
        : t('axis.permit_of_area'),
    ].join(' ')
  const round = rounds.find(({ id }) => id === band?.round_id)
  const name = round ? roundName(round) : ''
  if (band?.kind === 'own')
    return [
      t('axis.own', { round: name }),
      ...(band.limit === null
        ? []
        : [t('axis.own_limit'), from ? t('axis.limit_source', { source: from }) : t('axis.limit_no_source')]),
    ].join(' ')
  const preset = band?.preset ?? ''
  return isKeyOf(ROUND_PRESETS, preset)
    ? t('axis.preset', { round: name, source: ROUND_PRESETS[preset].source })
    : t('axis.typed', { round: name })
}

/** Line of a round below the chart: its mark, days, mean and how it compares. */
function RoundLine({ axis, round, index }: { axis: RoundAxis; round: AxisRound; index: number }) {
  const { t } = useTranslation('flocks')
  const { number, value: withUnit } = useFormat()
  const { best, worst, judged_by, measure, unit } = axis
  const known = round.value.filter(value => value !== null).length
  const score = round.score === null || judged_by === null ? null : round.score
  const percent = (share: number) => withUnit(100 * share, 1, '%')
  return (
    <li>
      <i className={classes.swatch} data-line={index} aria-hidden="true" />
      <span className={classes.words}>
        <b>{roundName(round)}</b>{' '}
        <span className="bm-muted">
          {round.name !== null && `${t('axis.since', { from: shownDate(round.date_in) })}, `}
          {t('axis.round', { animals: number(round.animals), lost: percent(round.lost / round.animals) })}
        </span>
        <span className={classes.small}>
          {round.mean === null
            ? t('axis.nothing')
            : t('axis.mean', {
                mean: withUnit(round.mean, DECIMALS[measure], unit),
                known,
                days: round.value.length,
              })}
          {score !== null &&
            ` · ${t(`axis.score.${judged_by ?? 'exposure'}`, { score: judged_by === 'emission' ? number(score, 2) : percent(score) })}`}
        </span>
      </span>
      {best === round.id && <StatusWord status="good" word={t('axis.best')} />}
      {worst === round.id && <StatusWord status="attention" word={t('axis.worst')} />}
    </li>
  )
}
