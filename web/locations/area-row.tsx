import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { Beside } from '../ui/beside.tsx'
import { useComfort } from '../ui/comfort.ts'
import { DeviceIcons } from '../ui/device-icons.tsx'
import { GradeBarn } from '../ui/grade-barn.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import { Animals, type AreaProps, DeviceAge, dataPath, Place, Value } from './area-parts.tsx'
import { Silence } from './area-silence.tsx'
import { AreaSparkline } from './area-sparkline.tsx'
import classes from './home.module.css'

/** Comes after the screen. */
const AreaInsights = lazy(() => import('../insights/area-insights.tsx'))

/** A fine or silent area: one row. */
export function AreaRow({ state, lists, first, last }: AreaProps & { first: boolean; last: boolean }) {
  const comfort = useComfort()
  const { area, device, finding, grade, status } = state
  return (
    <article
      id={`area-${area.id}`}
      className={classes.row}
      data-first={first || undefined}
      data-last={last || undefined}
    >
      <GradeBarn grade={grade} status={status} size={34} />
      <h3>
        {device ? (
          <Link to={dataPath(state)} className={classes.whole}>
            {area.name}
          </Link>
        ) : (
          area.name
        )}
      </h3>
      <span className={classes.rowWhose}>
        <Place state={state} />
        <Animals state={state} lists={lists} />
      </span>
      {status === 'no_data' ? (
        <p className={classes.said}>
          <Silence state={state} />
        </p>
      ) : (
        <p className={classes.said}>
          {finding ? (
            <>
              <b>
                <Value finding={finding} />
              </b>
              <span className="bm-small bm-muted">{comfort(finding)}</span>
            </>
          ) : (
            <StatusWord status="good" />
          )}
        </p>
      )}
      <span className={classes.strip138}>{finding && <AreaSparkline state={state} width={138} height={26} />}</span>
      <DeviceAge state={state} />
      <span className={classes.rowIcons}>
        <Beside>
          <AreaInsights areaId={area.id} sign />
        </Beside>
        {device && <DeviceIcons device={device} />}
      </span>
    </article>
  )
}
