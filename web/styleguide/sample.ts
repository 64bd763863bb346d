import type { ChartSpec } from '../charts/drawing/chart-spec.ts'

const STEP = 600_000
const COUNT = 144
const START = Date.parse('2026-11-17T06:40:00Z')

const wave = (base: number, height: number) =>
  Array.from({ length: COUNT }, (_, step) => (step > 84 && step < 97 ? null : base + height * Math.sin(step / 17)))

const mean = wave(16, 6)
const around = (by: number) => mean.map(value => (value === null ? null : value + by))

/** A day of NH3 in a room where it gets too much: envelope, gap, the day before, comfort and limit. */
export const CHART: ChartSpec = {
  frame: {
    time: mean.map((_, step) => START + step * STEP),
    step_seconds: STEP / 1000,
    from: new Date(START).toISOString(),
    until: new Date(START + COUNT * STEP).toISOString(),
    time_zone: 'Europe/Amsterdam',
  },
  lines: [
    {
      key: 'nh3',
      name: 'NH3',
      series: {
        unit: 'ppm',
        min: around(-2),
        mean,
        max: around(2.4),
        count: mean.map(value => (value === null ? 0 : 10)),
        interval_seconds: 60,
        coverage: 0.92,
      },
      before: wave(12, 4),
    },
  ],
  setPoints: [],
  type: 'line',
  now: START + COUNT * STEP,
  comfort: { low: null, high: 10 },
  limit: 20,
  limitLabel: 'limit 20',
  clockChangeLabel: 'clock change',
  fromZero: true,
  ceiling: null,
  showBand: true,
  language: 'en',
  unit: 'ppm',
}

export const SPARK = mean.filter((_, step) => step % 3 === 0)
