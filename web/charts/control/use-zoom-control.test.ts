import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handlersOf, pinchSpan, plotSpanOf } from './use-zoom-control.ts'

const PLOT = { left: 44, width: 400 }

describe('showing an interval of a chart closer', () => {
  test('a drag is an interval whichever way it goes, a click is none', () => {
    expect(plotSpanOf(PLOT, 100, 200)).toEqual({ left: 100, width: 100 })
    expect(plotSpanOf(PLOT, 200, 100)).toEqual({ left: 100, width: 100 })
    expect(plotSpanOf(PLOT, 100, 105)).toBeNull()
  })

  test('a drag beyond the plot ends at its edge', () => {
    expect(plotSpanOf(PLOT, 0, 144)).toEqual({ left: 44, width: 100 })
    expect(plotSpanOf(PLOT, 400, 900)).toEqual({ left: 400, width: 44 })
  })

  test('two fingers spread to twice their distance show half of it around their middle', () => {
    expect(pinchSpan(PLOT, [194, 294], [144, 344])).toEqual({ left: 144, width: 200 })
  })

  test('fingers that come together, or hardly move, change nothing', () => {
    expect(pinchSpan(PLOT, [144, 344], [194, 294])).toBeNull()
    expect(pinchSpan(PLOT, [194, 294], [190, 298])).toBeNull()
  })

  test('an interval never leaves its plot', () => {
    const px = fc.double({ min: -2000, max: 2000, noNaN: true })
    fc.assert(
      fc.property(px, px, px, px, (a, b, c, d) => {
        for (const span of [plotSpanOf(PLOT, a, b), pinchSpan(PLOT, [a, b], [c, d])]) {
          if (!span) continue
          expect(span.left).toBeGreaterThanOrEqual(PLOT.left)
          expect(span.left + span.width).toBeLessThanOrEqual(PLOT.left + PLOT.width + 1e-9)
        }
      }),
    )
  })

  test('both sorts of handlers hear of an event', () => {
    const heard: string[] = []
    const both = handlersOf(
      { onPointerDown: () => void heard.push('cursor') },
      { onPointerDown: () => heard.push('zoom') },
    )
    ;(both as { onPointerDown: (event: unknown) => void }).onPointerDown({})
    expect(heard).toEqual(['cursor', 'zoom'])
  })
})
