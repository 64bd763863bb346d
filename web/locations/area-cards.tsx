import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { type AreaState, type Finding, statusWordKey } from '../../shared/rules/area-state.ts'
import { useFormat } from '../kit/format.ts'
import { Beside } from '../ui/beside.tsx'
import { useComfort } from '../ui/comfort.ts'
import { DeviceIcons } from '../ui/device-icons.tsx'
import { GradeBarn } from '../ui/grade-barn.tsx'
import { QuantityName } from '../ui/quantity-name.tsx'
import { StatusShape } from '../ui/status-shape.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import { Animals, type AreaProps, DeviceAge, dataPath, isSaidByUnit, Place, Value } from './area-parts.tsx'
import { Silence } from './area-silence.tsx'
import { AreaSparkline } from './area-sparkline.tsx'
import classes from './home.module.css'

/** Come after the screen: home waits for neither. */
const AreaAlert = lazy(() => import('../alerts/area-alert.tsx'))
const AreaInsights = lazy(() => import('../insights/area-insights.tsx'))

function Why({ state, finding }: { state: AreaState; finding: Finding }) {
  const { t } = useTranslation(['locations', 'ui'])
  const format = useFormat()
  const comfort = useComfort()
  const overLimit = finding.limit !== null && finding.value > finding.limit
  return (
    <div className={classes.why} data-status={state.status}>
      <StatusShape status={state.status} size={22} />
      <div className="bm-grow">
        <span className="bm-hidden">{t(`ui:status.${statusWordKey(finding)}`)}</span>
        <b className={`bm-num ${classes.bigNumber}`}>
          {format.number(finding.value, finding.decimals)}
          <span className={classes.bigUnit}>
            {finding.unit} {!isSaidByUnit(finding) && <QuantityName name={finding.name} />}
          </span>
        </b>
        <p className="bm-small">
          {overLimit
            ? t('over_limit', { limit: format.number(finding.limit ?? 0, Number.isInteger(finding.limit) ? 0 : 1) })
            : comfort(finding)}
        </p>
      </div>
      <AreaSparkline state={state} width={140} height={58} />
    </div>
  )
}

/** The largest card: value, limit and what can be done. */
export function BigCard({ state, lists }: AreaProps) {
  const { t } = useTranslation(['locations', 'ui'])
  const { area, device, finding, grade, status } = state
  return (
    <article id={`area-${area.id}`} className={`bm-card ${classes.big}`} data-status={status}>
      <div className={classes.bigHead}>
        <GradeBarn grade={grade} status={status} size={56} />
        <div className="bm-grow">
          <h3>{area.name}</h3>
          <Place state={state} />
          <Animals state={state} lists={lists} />
        </div>
      </div>
      {finding ? (
        <Why state={state} finding={finding} />
      ) : (
        <p className={classes.said}>
          <Silence state={state} />
        </p>
      )}
      <Beside>
        <AreaAlert areaId={area.id} lists={lists} />
        <AreaInsights areaId={area.id} />
      </Beside>
      <div className={classes.bigFoot}>
        {device && (
          <Button component={Link} to={dataPath(state)}>
            {t('open_data')}
            <span className="bm-hidden"> {area.name}</span>
          </Button>
        )}
        <DeviceAge state={state} />
        {device && <DeviceIcons device={device} />}
      </div>
    </article>
  )
}

export function MediumCard({ state, lists }: AreaProps) {
  const { t } = useTranslation('ui')
  const comfort = useComfort()
  const { area, device, finding, grade, status } = state
  if (!finding) return null
  return (
    <article id={`area-${area.id}`} className={`bm-card ${classes.medium}`}>
      <GradeBarn grade={grade} status={status} size={46} />
      <div className="bm-grow">
        <div className={classes.mediumHead}>
          <h3 className="bm-grow">
            <Link to={dataPath(state)} className={classes.whole}>
              {area.name}
            </Link>
          </h3>
          <AreaSparkline state={state} width={92} height={30} />
        </div>
        <p className={classes.statusLine}>
          <StatusWord status={status} word={t(`status.${statusWordKey(finding)}`)} />
          <span className="bm-small bm-muted">
            <Value finding={finding} />, {comfort(finding)}
          </span>
        </p>
        <Beside>
          <AreaInsights areaId={area.id} />
        </Beside>
        <p className={classes.mediumFoot}>
          <Place state={state} />
          <Animals state={state} lists={lists} />
          <DeviceAge state={state} />
          {device && <DeviceIcons device={device} />}
        </p>
      </div>
    </article>
  )
}
