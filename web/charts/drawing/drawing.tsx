import { useComputedColorScheme } from '@mantine/core'
import type { ECharts } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { chartOption } from './chart-option.ts'
import type { Plot } from './chart-scale.ts'
import type { ChartSpec } from './chart-spec.ts'
import { drawSoon } from './draw-queue.ts'
import { echarts } from './echarts.ts'

interface Props {
  spec: ChartSpec
  plot: Plot
  size: { width: number; height: number }
  /** While false, what changes is drawn later. */
  near: boolean
}

/** The drawn part of a climate chart. Made once, and drawn again when what it shows changes. */
export default function Drawing({ spec, plot, size, near }: Props) {
  const scheme = useComputedColorScheme('light')
  const canvas = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const drawn = useRef<readonly unknown[]>([])
  const lines = useRef('')
  const { width, height } = size

  // biome-ignore lint/correctness/useExhaustiveDependencies: each scheme has a drawing of its own
  useEffect(
    () => () => {
      chart.current?.dispose()
      chart.current = null
      drawn.current = []
      lines.current = ''
    },
    [scheme],
  )

  useEffect(() => {
    const wanted = [spec, plot]
    if (!near || wanted.every((one, index) => one === drawn.current[index])) return
    return drawSoon(() => {
      if (!canvas.current) return
      chart.current ??= echarts.init(canvas.current, `bm-${scheme}`, { renderer: 'canvas', width, height })
      if (chart.current.getWidth() !== width || chart.current.getHeight() !== height)
        chart.current.resize({ width, height })
      const option = chartOption(spec, plot, scheme)
      const ids = option.series.map(({ id }) => id).join()
      // The same lines with newer values are only updated, which costs less than drawing anew.
      chart.current.setOption(option, { notMerge: ids !== lines.current })
      lines.current = ids
      drawn.current = wanted
    })
  }, [spec, plot, scheme, width, height, near])

  return <div ref={canvas} style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }} />
}
