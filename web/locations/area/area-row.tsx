import { useTranslation } from 'react-i18next'
import { shownStatus } from '#shared/rules/locations/area-state.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { DeviceSigns } from '../../ui/icons/device-icons.tsx'
import { GradeBarn } from '../../ui/icons/grade-barn.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { useComfort } from '../../ui/status/comfort.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../home/home.module.css'
import { Animals, AreaPlace, type AreaProps, DeviceAge, dataOf, Value } from './area-parts.tsx'
import { AreaSilence } from './area-silence.tsx'
import { AreaSparkline } from './area-sparkline.tsx'
import { AreaTrend } from './area-trend.tsx'
import { NightLine } from './night-line.tsx'

/** Comes after the screen. */
const AreaInsights = lazyPart(() => import('../../insights/area-insights.tsx'))

/** A fine or silent area: one row. */
export function QuietAreaRow({ state, lists, first, last }: AreaProps & { first: boolean; last: boolean }) {
  const { t } = useTranslation(['locations', 'ui'])
  const comfort = useComfort()
  const isDesktop = useIsDesktop()
  const { area, device, finding, grade, status } = state
  return (
    <article
      id={`area-${area.id}`}
      className={classes.row}
      data-first={first || undefined}
      data-last={last || undefined}
    >
      <GradeBarn grade={grade} status={shownStatus(state)} size={34} />
      <h3>
        {device ? (
          <ScreenLink to={dataOf(state)} className={classes.whole}>
            {area.name}
          </ScreenLink>
        ) : (
          area.name
        )}
      </h3>
      <span className={classes.rowSign}>
        <LazyBoundary>
          <AreaInsights areaId={area.id} sign />
        </LazyBoundary>
      </span>
      <span className={classes.rowWhose}>
        <AreaPlace state={state} />
        <Animals state={state} lists={lists} short={isDesktop} />
      </span>
      {status === 'no_data' ? (
        <p className={classes.said}>
          <AreaSilence state={state} />
        </p>
      ) : (
        <p className={classes.said}>
          {finding ? (
            <>
              {state.stale && (
                <>
                  <StatusShape status="stale" size={15} />
                  <span className="bm-hidden">{t('ui:status.stale')}</span>
                </>
              )}
              <b data-status={state.stale ? 'stale' : undefined} className={state.stale ? classes.old : undefined}>
                <Value finding={finding} />
              </b>
              <span className="bm-small bm-muted">
                <AreaTrend state={state} /> {comfort(finding, isDesktop)}
              </span>
            </>
          ) : (
            <AreaSilence state={state} />
          )}
        </p>
      )}
      <NightLine state={state} lists={lists} />
      <span className={classes.rowLine}>{finding && <AreaSparkline state={state} width={96} height={26} />}</span>
      <DeviceAge state={state} short={isDesktop} />
      <span className={classes.rowIcons}>{device && <DeviceSigns device={device} battery={isDesktop} />}</span>
    </article>
  )
}
