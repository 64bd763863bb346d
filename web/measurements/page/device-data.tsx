import { useElementSize } from '@mantine/hooks'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { type AreaDeviceState, shownStatus } from '#shared/rules/locations/area-state.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { ExplainedGrade } from '../../help/grade/explained-grade.tsx'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { useNow } from '../../kit/time/now.ts'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { QueryFailed } from '../../ui/feedback/read-boundary.tsx'
import { DeviceSigns } from '../../ui/icons/device-icons.tsx'
import { Charts } from '../chart-cards/charts.tsx'
import { OutsidePeriod } from '../chart-cards/no-charts.tsx'
import { Dials } from '../gauges/dials.tsx'
import { useLive } from '../gauges/live.ts'
import { NotHeard } from '../gauges/not-heard.tsx'
import { NotPlaced } from '../gauges/not-placed.tsx'
import { ManualCard } from '../manual/manual-card.tsx'
import { NoteWriter } from '../notes/write-notes.tsx'
import { PeriodBar } from '../period/period-bar.tsx'
import { queryPeriodOf } from '../period/period-choice.ts'
import { usePeriod } from '../period/use-period.ts'
import { usePreviousName } from '../period/use-previous-name.ts'
import { type DataLists, useManualMeasurements, useSeries } from '../queries.ts'
import { WhyAnswers } from '../why/why.tsx'
import { BackLink } from './back-link.tsx'
import classes from './data.module.css'
import { DataViews } from './data-views.tsx'
import { type DeviceOption, DevicePicker } from './device-picker.tsx'
import { isRunning, type Subject, subjectPlaceName } from './subject.ts'

interface Props {
  subject: Subject
  state: AreaDeviceState
  choices: DeviceOption[]
  read: DataLists
}

/** Everything a device measures, or measured in a placement: what is now, and how it came. */
export function DeviceData({ subject, state, choices, read }: Props) {
  const { t } = useTranslation('measurements')
  const isDesktop = useIsDesktop()
  const now = useNow()
  const head = useElementSize()
  const period = usePeriod()
  const { withoutFaults } = period
  const beforeName = usePreviousName(period.choice)
  const queryPeriod = {
    ...queryPeriodOf(period.settled, subject.research, Math.floor(now / MINUTE_MS) * MINUTE_MS),
    withoutFaults,
  }
  const series = useSeries(subject.target, queryPeriod)
  const running = isRunning(subject, now)
  useLive(subject, queryPeriod, running)
  usePageName(subject.location_name ?? undefined, subjectPlaceName(subject))
  const last = (running && read.last[subject.device_id]) || {}
  const manual = useManualMeasurements(subject.device_id)
  // Charts are drawn in slices, between which the page answers.
  const frame = useDeferredValue(series.data)
  const old = useDeferredValue(series.isPlaceholderData)
  const waiting = period.moving || series.isPlaceholderData || old
  const outside = series.error instanceof CallFailed && series.error.code === 'outside_subscription'
  // Undefined for who sees a placement of a device that is no longer theirs.
  const device = choices.find(one => one.device.id === subject.device_id)?.device
  const waits = running && state.lastTime === null
  // There is nothing to show of it but what it waits for.
  const notHeard = waits ? device : undefined
  const picker = <DevicePicker subject={subject} choices={choices} />
  return (
    <NoteWriter subject={subject}>
      <WhyAnswers subject={subject} withoutFaults={withoutFaults}>
        <div ref={head.ref} className={classes.head}>
          {isDesktop ? (
            <>
              <PageHeading className="bm-hidden">{subjectPlaceName(subject)}</PageHeading>
              {picker}
            </>
          ) : (
            <div className={classes.titleRow}>
              <BackLink />
              <div className={classes.title}>
                <PageHeading>{subjectPlaceName(subject)}</PageHeading>
                <div className={classes.sender}>
                  {picker}
                  {running && device && <DeviceSigns device={device} />}
                </div>
              </div>
              {running && <ExplainedGrade grade={state.grade} status={shownStatus(state)} size={55} />}
            </div>
          )}
          <DataViews subject={subject} device={device} current="charts" compact />
          <PeriodBar
            period={period}
            research={subject.research !== null}
            queryPeriod={queryPeriodOf(period.choice, subject.research, Math.floor(now / MINUTE_MS) * MINUTE_MS)}
            frame={waiting ? undefined : frame}
            timeZone={frame?.time_zone ?? subject.time_zone}
            now={now}
          />
        </div>
        {running && device && <NotHeard device={device} waits={waits} />}
        {running && device && <NotPlaced device={device} />}
        {!notHeard && (
          <Dials
            running={running}
            device={device}
            beforeName={beforeName}
            last={last}
            state={state}
            areaTypeId={subject.area_type_id}
            lists={read.lists}
            frame={waiting ? undefined : frame}
            now={now}
            timeZone={subject.time_zone}
          />
        )}
        {series.error && !frame && outside && <OutsidePeriod period={period} />}
        {!outside && <QueryFailed query={series} />}
        {!frame && !series.error && <PartLoading />}
        {frame?.hours_alone_until && (
          <p className="bm-muted">{t('hours_alone', { date: shownDate(frame.hours_alone_until.slice(0, 10)) })}</p>
        )}
        {frame && (
          <Charts
            subject={subject}
            choices={choices}
            read={read}
            period={period}
            queryPeriod={queryPeriod}
            frame={frame}
            last={last}
            manual={manual}
            waiting={waiting}
            waits={waits}
            now={now}
            headHeight={head.height}
          >
            {device && <ManualCard {...{ device, manual, last, frame }} lists={read.lists} />}
          </Charts>
        )}
      </WhyAnswers>
    </NoteWriter>
  )
}
