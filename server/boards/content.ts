import type { Board } from '#shared/contract/measurements/boards.ts'

/** A line with the names it had when it was saved: its owner reads them after they lost sight of it. */
export interface StoredLine {
  area_id: number | null
  device_id: number | null
  measurement: string
  name: string | null
  location_name: string | null
}

export interface StoredContent extends Pick<Board, 'interval' | 'calendar'> {
  charts: { title: string | null; lines: StoredLine[] }[]
}
