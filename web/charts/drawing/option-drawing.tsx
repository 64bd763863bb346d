import { useComputedColorScheme } from '@mantine/core'
import type { ECharts } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { drawSoon } from './draw-queue.ts'
import { echarts } from './echarts-custom.ts'
import type { DrawOption } from './option.ts'

interface Props {
  draw: DrawOption
  size: { width: number; height: number }
  /** While false, what changes is drawn later. */
  near: boolean
}

/** The drawn part of a chart that says itself what it is made of. */
export default function OptionDrawing({ draw, size, near }: Props) {
  const scheme = useComputedColorScheme('light')
  const canvas = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const { width, height } = size

  // biome-ignore lint/correctness/useExhaustiveDependencies: each scheme has a drawing of its own
  useEffect(
    () => () => {
      chart.current?.dispose()
      chart.current = null
    },
    [scheme],
  )

  useEffect(() => {
    if (!near) return
    return drawSoon(() => {
      if (!canvas.current) return
      chart.current ??= echarts.init(canvas.current, `bm-${scheme}`, { renderer: 'canvas', width, height })
      if (chart.current.getWidth() !== width || chart.current.getHeight() !== height)
        chart.current.resize({ width, height })
      chart.current.setOption({ animation: false, ...draw({ width, height, scheme }) }, { notMerge: true })
    })
  }, [draw, scheme, width, height, near])

  return <div ref={canvas} style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }} />
}
