import { IconChartBar, IconChartDots, IconChartLine, IconChevronDown, IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChartType } from '../../charts/drawing/chart-spec.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import type { Comparison } from '../compare/comparison.ts'
import classes from '../page/data.module.css'
import type { DeviceOption } from '../page/device-picker.tsx'
import { type Subject, subjectOfDevice, subjectPlaceName } from '../page/subject.ts'
import type { PeriodControl } from '../period/use-period.ts'
import { usePreviousName } from '../period/use-previous-name.ts'

const CompareMenu = lazyPart(() => import('../compare/compare-menu.tsx'))
const ChartTypeMenu = lazyPart(() => import('./chart-type-menu.tsx'))

export const TYPE_ICONS = { line: IconChartLine, bar: IconChartBar, scatter: IconChartDots } satisfies Record<
  ChartType,
  unknown
>

/** "Before: yesterday", "Same time last year", "Piglet room 2", or "Compare". */
export const useComparisonName = (period: PeriodControl, choices: DeviceOption[]): string => {
  const { t } = useTranslation('measurements')
  const name: Record<Exclude<Comparison, number>, string> = {
    none: t('compare.none'),
    previous: t(`before.${period.choice.interval}`),
    year: t('compare.year'),
    outdoors: t('compare.with', { place: t('compare.outdoors') }),
  }
  const { comparison } = period
  if (typeof comparison !== 'number') return name[comparison]
  const other = choices.find(({ device }) => device.id === comparison)
  return other ? t('compare.with', { place: subjectPlaceName(subjectOfDevice(other.device)) }) : t('compare.none')
}

/** The same as a file says it, which is read on another day: none says "yesterday". */
export const useFileComparedName = (period: PeriodControl, choices: DeviceOption[]): string => {
  const { t } = useTranslation('measurements')
  const name = useComparisonName(period, choices)
  return period.comparison === 'previous' ? t('key.before') : name
}

/** The same as a legend says it beside its line. */
export const useComparedName = (period: PeriodControl, choices: DeviceOption[]): string => {
  const name = useComparisonName(period, choices)
  const previous = usePreviousName(period.choice)
  return period.comparison === 'previous' ? previous : name
}

/** Button for what is drawn beside the period, chosen from a menu. */
export function CompareButton({
  period,
  subject,
  choices,
  outdoors,
}: {
  period: PeriodControl
  subject: Subject
  choices: DeviceOption[]
  /** True where the weather is known. */
  outdoors: boolean
}) {
  const name = useComparisonName(period, choices)
  const on = period.comparison !== 'none'
  const button = (
    <button type="button" className={classes.toggle} data-on={on || undefined}>
      <IconHistory size={18} stroke={1.8} />
      {name}
      <IconChevronDown size={15} stroke={2} />
    </button>
  )
  return (
    <MenuButton target={button} menu={target => <CompareMenu {...{ target, period, subject, choices, outdoors }} />} />
  )
}

/** Lines, bars or dots. */
export function ChartTypeButton({ period }: { period: PeriodControl }) {
  const { t } = useTranslation('measurements')
  const Icon = TYPE_ICONS[period.chartType]
  const button = (
    <button type="button" className={classes.toggle} data-on={period.chartType !== 'line' || undefined}>
      <Icon size={18} stroke={1.8} />
      {t(`type.${period.chartType}`)}
      <IconChevronDown size={15} stroke={2} />
    </button>
  )
  return <MenuButton target={button} menu={target => <ChartTypeMenu target={target} period={period} />} />
}
