import { useTranslation } from 'react-i18next'
import { shownStatus, statusWordKey } from '#shared/rules/locations/area-state.ts'
import { useFormat } from '../../kit/language/format.ts'
import { clockIn } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { GradeBarn } from '../../ui/icons/grade-barn.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../home/home.module.css'
import { editAreaScreen } from '../screens.ts'
import { type AreaProps, dataOf, isNamedByUnit } from './area-parts.tsx'

/** The smallest form of an area: its state, the value that sets its grade, the grade. */
export function AreaXs({ state, first, last }: Pick<AreaProps, 'state'> & { first: boolean; last: boolean }) {
  const { t } = useTranslation(['locations', 'ui'])
  const format = useFormat()
  const { area, device, finding, grade, lastTime, location, status } = state
  const displayed = shownStatus(state)
  const word = displayed === 'stale' || displayed === 'pending' ? displayed : finding ? statusWordKey(finding) : status
  const now = useNow()
  return (
    <article
      id={`area-${area.id}`}
      className={classes.xs}
      data-status={displayed}
      data-first={first || undefined}
      data-last={last || undefined}
    >
      <StatusShape status={displayed} size={20} />
      <span className="bm-hidden">
        {displayed === 'pending' ? t(device ? 'not_started' : 'no_device') : t(`ui:status.${word}`)}
      </span>
      {area.color && <i className="bm-swatch" style={{ background: area.color }} />}
      <h3 className="bm-grow">
        <ScreenLink
          to={device ? dataOf(state) : linkTo(editAreaScreen, { params: { id: area.id } })}
          className={classes.whole}
        >
          {area.name}
        </ScreenLink>
      </h3>
      {finding ? (
        <span className={classes.xsValue}>
          {state.stale && <span className="bm-small bm-muted">{format.age(finding.time, now)} </span>}
          <b className="bm-num">{format.figure(finding.value, finding.decimals, finding.unit)}</b>{' '}
          {format.unit(finding.unit)} {!isNamedByUnit(finding) && <QuantityName name={finding.name} />}
        </span>
      ) : (
        <span className="bm-small bm-muted bm-nowrap">
          {lastTime && status === 'no_data'
            ? t('since', { time: clockIn(lastTime, location.time_zone) })
            : device
              ? ''
              : t('no_device')}
        </span>
      )}
      <GradeBarn grade={grade} status={displayed} size={34} />
    </article>
  )
}
