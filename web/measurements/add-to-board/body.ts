import type { CallInput } from '#shared/contract/endpoint.ts'
import type { api } from '#shared/contract/index.ts'
import type { Board, BoardChart, BoardLine, SharedBoard } from '#shared/contract/measurements/boards.ts'

type Body = CallInput<typeof api.createBoard>['body']
export type ChartBody = Body['charts'][number]

const lineBody = ({ area_id, device_id, measurement }: BoardLine) =>
  measurement === null ? [] : [{ area_id, device_id, measurement }]

/** A chart as it is sent; lines of others that the person may not see are left out. */
export const chartBody = ({ title, lines }: BoardChart): ChartBody => ({ title, lines: lines.flatMap(lineBody) })

/** A board as it is sent. */
export const boardBody = ({ name, interval, calendar, charts }: Pick<Board, keyof SharedBoard>): Body => ({
  ...{ name, interval, calendar },
  charts: charts.map(chartBody),
})

/** A copy of somebody's board: the lines that the person sees, under its name. */
export const copyBody = (board: SharedBoard): Body => ({
  ...boardBody(board),
  charts: board.charts
    .map(chart => chartBody({ ...chart, lines: chart.lines.filter(({ seen }) => seen) }))
    .filter(({ lines }) => lines.length > 0),
})

/** A list with one of its items at another place. */
export const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))
