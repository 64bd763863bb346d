import { CallFailed } from '../../shared/contract/call.ts'
import { DEFAULT_TIME_ZONE } from '../../shared/contract/fixed.ts'
import { useDesk } from '../kit/desk.ts'
import { useNow } from '../kit/now.ts'
import { PageHeading, usePageName } from '../kit/page.tsx'
import { ReadFailed } from '../ui/error-state.tsx'
import { GradeBarn } from '../ui/grade-barn.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { Charts } from './charts.tsx'
import classes from './data.module.css'
import { type Choice, DevicePicker, placeOf } from './device-picker.tsx'
import { Dials } from './dials.tsx'
import { useLive } from './live.ts'
import { ManualCard } from './manual/manual-card.tsx'
import { OutsidePeriod } from './no-charts.tsx'
import { PeriodBar } from './period-bar.tsx'
import { type useDataLists, useManual, useSeries } from './queries.ts'
import { usePeriod } from './use-period.ts'

interface Props {
  chosen: Choice
  choices: Choice[]
  read: NonNullable<ReturnType<typeof useDataLists>['read']>
}

/** Everything a device measures: what is now, and how it came. */
export function DeviceData({ chosen, choices, read }: Props) {
  const { device } = chosen
  const desk = useDesk()
  const now = useNow()
  const period = usePeriod()
  const series = useSeries(device.id, period.settled)
  const manual = useManual(device.id)
  useLive(device.id, period.settled)
  usePageName(device.placement?.location_name, placeOf(device))
  const timeZone = device.placement?.time_zone ?? DEFAULT_TIME_ZONE
  const last = read.last[device.id] ?? {}
  const frame = series.data
  const waiting = period.moving || series.isPlaceholderData
  const outside = series.error instanceof CallFailed && series.error.code === 'outside_subscription'
  return (
    <>
      <div className={classes.head}>
        {desk ? (
          <>
            <PageHeading className="bm-hidden">{placeOf(device)}</PageHeading>
            <DevicePicker chosen={device} choices={choices} />
          </>
        ) : (
          <div className={classes.titleRow}>
            <div className={classes.title}>
              <PageHeading>{placeOf(device)}</PageHeading>
              <DevicePicker chosen={device} choices={choices} />
            </div>
            <GradeBarn grade={chosen.grade} status={chosen.status} size={55} />
          </div>
        )}
        <PeriodBar
          period={period}
          shown={waiting ? undefined : frame}
          timeZone={frame?.time_zone ?? timeZone}
          now={now}
        />
      </div>
      <Dials
        last={last}
        state={chosen}
        areaTypeId={device.placement?.area_type_id}
        lists={read.lists}
        frame={waiting ? undefined : frame}
        now={now}
        timeZone={timeZone}
      />
      {series.error && !frame && outside && <OutsidePeriod period={period} />}
      {series.error && !frame && !outside && (
        <ReadFailed failure={series.error} onRetry={() => void series.refetch()} />
      )}
      {!frame && !series.error && <PageLoading />}
      {frame && <Charts {...{ device, read, period, frame, last, manual, waiting, now }} />}
      {frame && <ManualCard {...{ device, manual, last, frame }} lists={read.lists} />}
    </>
  )
}
