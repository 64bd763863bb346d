import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type AreaState, type Finding, shownStatus, statusWordKey } from '#shared/rules/locations/area-state.ts'
import { ExplainedGrade } from '../../help/grade/explained-grade.tsx'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { useFormat } from '../../kit/language/format.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { DeviceSigns } from '../../ui/icons/device-icons.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { useComfort } from '../../ui/status/comfort.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import classes from '../home/home.module.css'
import { Animals, AreaPlace, type AreaProps, DeviceAge, dataOf, isNamedByUnit, Value } from './area-parts.tsx'
import { AreaSilence } from './area-silence.tsx'
import { AreaSparkline } from './area-sparkline.tsx'
import { AreaTrend } from './area-trend.tsx'
import { NightLine } from './night-line.tsx'

/** Come after the screen: home waits for neither. */
const AreaAlert = lazyPart(() => import('../../alerts/alert/area-alert.tsx'))
const AreaInsights = lazyPart(() => import('../../insights/area-insights.tsx'))

function Why({ state, finding }: { state: AreaState; finding: Finding }) {
  const { t } = useTranslation(['locations', 'ui'])
  const format = useFormat()
  const comfort = useComfort()
  const now = useNow()
  const overLimit = finding.limit !== null && finding.value > finding.limit
  return (
    <div className={classes.why} data-status={shownStatus(state)}>
      <StatusShape status={shownStatus(state)} size={22} />
      <div className="bm-grow">
        <span className="bm-hidden">{t(`ui:status.${state.stale ? 'stale' : statusWordKey(finding)}`)}</span>
        <b className={`bm-num ${classes.bigNumber}`}>
          {format.figure(finding.value, finding.decimals, finding.unit)}
          <span className={classes.bigUnit}>
            {format.unit(finding.unit)} {!isNamedByUnit(finding) && <QuantityName name={finding.name} />}
          </span>
        </b>
        <p className="bm-small">
          <AreaTrend state={state} />{' '}
          {overLimit ? t('over_limit', { limit: format.edge(finding.limit ?? 0, 1, finding.unit) }) : comfort(finding)}
          {state.stale && ` · ${format.age(finding.time, now)}`}
        </p>
      </div>
      <AreaSparkline state={state} width={140} height={58} />
    </div>
  )
}

/** The largest card: value, limit and what can be done. */
export function BigCard({ state, lists }: AreaProps) {
  const { t } = useTranslation(['locations', 'ui'])
  const { area, device, finding, grade } = state
  return (
    <article id={`area-${area.id}`} className={`bm-card ${classes.big}`} data-status={shownStatus(state)}>
      <div className={classes.bigHead}>
        <ExplainedGrade grade={grade} status={shownStatus(state)} size={56} />
        <div className="bm-grow">
          <h3>
            {device ? (
              <ScreenLink to={dataOf(state)} className={classes.name}>
                {area.name}
              </ScreenLink>
            ) : (
              area.name
            )}
          </h3>
          <AreaPlace state={state} />
          <Animals state={state} lists={lists} />
        </div>
      </div>
      {finding ? (
        <Why state={state} finding={finding} />
      ) : (
        <p className={classes.said}>
          <AreaSilence state={state} />
        </p>
      )}
      <NightLine state={state} lists={lists} />
      <LazyBoundary>
        <AreaAlert areaId={area.id} lists={lists} />
        <AreaInsights areaId={area.id} />
      </LazyBoundary>
      <div className={classes.bigFoot}>
        {device && (
          <Button component={ScreenLink} to={dataOf(state)}>
            {t('open_data')}
            <span className="bm-hidden"> {area.name}</span>
          </Button>
        )}
        <DeviceAge state={state} />
        {device && <DeviceSigns device={device} />}
      </div>
    </article>
  )
}

export function MediumCard({ state, lists }: AreaProps) {
  const { t } = useTranslation('ui')
  const comfort = useComfort()
  const isDesktop = useIsDesktop()
  const { area, device, finding, grade, stale } = state
  if (!finding) return null
  return (
    <article id={`area-${area.id}`} className={`bm-card ${classes.medium}`}>
      <ExplainedGrade grade={grade} status={shownStatus(state)} size={46} />
      <div className="bm-grow">
        <div className={classes.mediumHead}>
          <h3 className="bm-grow">
            <ScreenLink to={dataOf(state)} className={classes.whole}>
              {area.name}
            </ScreenLink>
          </h3>
          <AreaSparkline state={state} width={92} height={30} />
        </div>
        <p className={classes.statusLine}>
          <StatusWord status={shownStatus(state)} word={t(`status.${stale ? 'stale' : statusWordKey(finding)}`)} />
          <span className="bm-small bm-muted">
            <Value finding={finding} /> <AreaTrend state={state} /> {comfort(finding)}
          </span>
        </p>
        <NightLine state={state} lists={lists} />
        <LazyBoundary>
          <AreaInsights areaId={area.id} />
        </LazyBoundary>
        <p className={classes.mediumFoot}>
          <span className={classes.mediumWhose}>
            <AreaPlace state={state} />
            <Animals state={state} lists={lists} />
          </span>
          <DeviceAge state={state} />
          {device && <DeviceSigns device={device} battery={isDesktop} />}
        </p>
      </div>
    </article>
  )
}
