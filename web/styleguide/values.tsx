import { useState } from 'react'
import { ClimateChart } from '../charts/climate-chart.tsx'
import { createCursor } from '../charts/control/cursor.ts'
import { PeriodBar } from '../measurements/period/period-bar.tsx'
import { queryPeriodOf } from '../measurements/period/period-choice.ts'
import { usePeriod } from '../measurements/period/use-period.ts'
import { Dial } from '../ui/data-display/dial.tsx'
import { QuantityName } from '../ui/data-display/quantity-name.tsx'
import { Sparkline } from '../ui/data-display/sparkline.tsx'
import { BarnIcon } from '../ui/icons/barn-icon.tsx'
import { GradeBarn } from '../ui/icons/grade-barn.tsx'
import { Skyline } from '../ui/icons/skyline.tsx'
import { SpeciesGlyph } from '../ui/icons/species-glyph.tsx'
import glyphs from '../ui/icons/species-glyphs.json' with { type: 'json' }
import { Battery } from '../ui/status/battery.tsx'
import type { Status } from '../ui/status/status.ts'
import { StatusShape } from '../ui/status/status-shape.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import { Chapter, StyleguidePiece } from './piece.tsx'
import { CHART, SPARK } from './sample.ts'
import classes from './styleguide.module.css'

const STATUSES: readonly Status[] = [
  'good',
  'attention',
  'act_now',
  'too_cold',
  'no_data',
  'not_graded',
  'pending',
  'on_it',
]
const GRADED = ['good', 'attention', 'act_now', 'too_cold', 'no_data'] as const
const ZONE = 'Europe/Amsterdam'

const dial = { label: 'NH3', unit: 'ppm', min: 0, max: 40, low: null, high: 10, limit: 20, decimals: 1, size: 122 }

function Charts() {
  const [cursor] = useState(createCursor)
  const period = usePeriod()
  return (
    <>
      <StyleguidePiece
        name="ClimateChart"
        use="Values over time: comfort band, envelope, mean, gap, the period before, limit."
      >
        <div className={classes.wide}>
          <ClimateChart spec={CHART} cursor={cursor} height={220} label="NH3 in ppm" sayAt={String} />
        </div>
      </StyleguidePiece>
      <StyleguidePiece name="PeriodBar" use="Which time is looked at; it lives in the address.">
        <div className={classes.wide}>
          <PeriodBar
            period={period}
            research={false}
            queryPeriod={queryPeriodOf(period.choice, null, CHART.now)}
            frame={CHART.frame}
            timeZone={ZONE}
            now={CHART.now}
          />
        </div>
      </StyleguidePiece>
    </>
  )
}

export function Values() {
  return (
    <Chapter title="States and values">
      <StyleguidePiece name="StatusShape" use="A state as a shape, so that colour is never the only sign.">
        {STATUSES.map(status => (
          <StatusShape key={status} status={status} size={26} />
        ))}
      </StyleguidePiece>
      <StyleguidePiece name="StatusWord" use="Shape and word of a state in a line of text.">
        {STATUSES.map(status => (
          <StatusWord key={status} status={status} />
        ))}
      </StyleguidePiece>
      <StyleguidePiece name="GradeBarn" use="The grade of an area: one decimal, dashed without data.">
        {GRADED.map((status, index) => (
          <GradeBarn key={status} status={status} grade={status === 'no_data' ? null : 9.1 - index * 1.6} />
        ))}
      </StyleguidePiece>
      <StyleguidePiece name="Skyline" use="All areas at once, worst first; a tap goes to one.">
        <Skyline barns={GRADED.map((status, id) => ({ id, name: `Room ${id + 1}`, status }))} />
      </StyleguidePiece>
      <StyleguidePiece name="Dial" use="A present value between its physical ends; brass hand: one period before.">
        <Dial {...dial} value={8.2} before={6} status="good" />
        <Dial {...dial} value={23.9} before={12.3} status="act_now" />
        <Dial {...dial} value={null} before={null} status="no_data" />
      </StyleguidePiece>
      <StyleguidePiece
        name="Sparkline"
        use="24 hours of the quantity that sets the grade; hatched where nothing was measured."
      >
        <Sparkline values={SPARK} low={null} high={10} status="act_now" label="NH3, last 24 hours" />
      </StyleguidePiece>
      <StyleguidePiece name="Battery" use="Charge in steps of ten with its number.">
        <Battery percentage={88} charging={false} status="good" />
        <Battery percentage={28} charging status="attention" />
        <Battery percentage={9} charging={false} status="act_now" />
      </StyleguidePiece>
      <StyleguidePiece name="QuantityName" use="Names with formulas: the font has no subscript digits.">
        <QuantityName name="NH3" />
        <QuantityName name="CO2" />
      </StyleguidePiece>
      <StyleguidePiece name="SpeciesGlyph, BarnIcon" use="Our own drawings; the word always stands beside.">
        <BarnIcon />
        {Object.keys(glyphs).map(species => (
          <SpeciesGlyph key={species} species={species} size={28} />
        ))}
      </StyleguidePiece>
      <Charts />
    </Chapter>
  )
}
