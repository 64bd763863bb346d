import { api } from '#shared/contract/index.ts'
import { OptionChart } from '../../charts/option-chart.tsx'
import { queryOf } from '../../kit/api/query.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { CorrelationResults, useCorrelation } from '../charts/correlation-card.tsx'
import type { ChartArea } from '../dashboard/areas.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import { type ChartFacts, useChartFacts } from '../dashboard/chart-facts.ts'
import { type StatisticsRead, useStatisticsRead } from '../dashboard/queries.ts'
import type { ResearchDashboard } from './queries.ts'
import { type AskedResearch, researchQuery } from './research-selection.ts'

interface Props {
  opened: boolean
  dashboard: ResearchDashboard
  device: ChartArea
  pair: { cause: string; effect: string }
  onClose: () => void
}

/** Dialog with the day means of two measurements of a device against each other, and how far they go together. */
export default function MatrixDialog({ opened, dashboard, device, pair: { cause, effect }, onClose }: Props) {
  const { lists, overview } = dashboard
  const asked = { ...dashboard.asked, measurement: effect, cause }
  const query = researchQuery(asked, 'CORRELATION', [device.id], { cause })
  const read = useStatisticsRead(queryOf(api.getResearchStatistics, { params: { id: asked.project }, query }), opened)
  const facts = useChartFacts({ lists, asked, overview, rows: 'devices' })
  return (
    <Dialog opened={opened} title={facts ? facts.name : effect} size={640} onClose={onClose}>
      {facts && <Pair {...{ read, facts, asked, device, lists }} />}
    </Dialog>
  )
}

interface PairProps {
  read: StatisticsRead
  facts: ChartFacts
  asked: AskedResearch
  device: ChartArea
  lists: ResearchDashboard['lists']
}

function Pair({ read, facts, asked, device, lists }: PairProps) {
  const chart = useCorrelation(read, [device], facts, { asked, lists })
  const { t, name } = facts
  return (
    <ChartCard
      name={chart.content.table.title}
      read={read}
      height={240}
      nothing={chart.points === 0 ? t('correlation.nothing') : undefined}
      content={chart.content}
      below={device.name}
    >
      <OptionChart
        draw={chart.draw}
        height={240}
        label={t('correlation.label', { name, cause: chart.cause?.type.name ?? '', count: 1 })}
      />
      <CorrelationResults chart={chart} facts={facts} asked={asked} />
    </ChartCard>
  )
}
