import { elementAt } from '#shared/rules/collections/elements.ts'
import { csvCell, END } from '#shared/rules/formats/csv.ts'
import { lengthOf, mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import { columnName, columnTitle, PLACE_COLUMNS } from '../../exports/formats/names.ts'
import { taxonomyLists } from '../../taxonomy/lists.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { SnapshotContent } from '../content.ts'
import { frozenPlacements, type SnapshotPlan } from '../plan.ts'
import { standardNameOf } from './standard-names.ts'

/** Types of the Table Schema that columns have here. */
type ColumnType = 'string' | 'number' | 'integer' | 'datetime'

export interface DataColumn {
  name: string
  type: ColumnType
  /** Title for people: the key of a text of the documents, or a text where the column is a measurement. */
  title: string
  unit?: string
  ucum?: string
  standardName?: string | null
}

export interface Table {
  /** Name of the resource and of its file. */
  name: TableName
  columns: DataColumn[]
  rows: (string | number | null)[][]
}

export type TableName =
  | 'values'
  | 'placements'
  | 'coverage'
  | 'measurements'
  | 'consent'
  | 'calibrations'
  | 'left-out'
  | 'notes'

/** A note of the project, without the name of who wrote it. */
export interface FrozenNote {
  kind: string
  from: string
  until: string | null
  title: string
  text: string | null
}

const iso = (time: number): string => new Date(time).toISOString()

const column = (name: string, type: ColumnType = 'string'): DataColumn => ({ name, type, title: name })

/** Columns of the large table, as the export of data names them. */
export const valueColumns = (plan: SnapshotPlan): DataColumn[] => [
  column('time', 'datetime'),
  ...PLACE_COLUMNS.map(name => column(name)),
  ...plan.keys.map(key => {
    const type = measurementTypeOf(key)
    return {
      ...column(columnName(key), 'number'),
      title: columnTitle(key, plan.language),
      unit: type?.unit ?? '',
      ucum: type?.ucum ?? '',
      standardName: standardNameOf(key),
    }
  }),
]

/** A table as CSV after RFC 4180: commas, decimal points, no mark at the start. */
export const csvOfColumns = ({ columns, rows }: Pick<Table, 'columns' | 'rows'>): string =>
  [columns.map(({ name }) => name), ...rows]
    .map(cells => cells.map(cell => (typeof cell === 'string' ? csvCell(cell, ',') : (cell ?? ''))).join(',') + END)
    .join('')

/** The tables beside the values. Whatever lies outside of what is frozen is not in them. */
export const smallTables = (plan: SnapshotPlan, content: SnapshotContent, notes: readonly FrozenNote[]): Table[] => [
  placementsTable(plan, content),
  coverageTable(content),
  measurementsTable(plan),
  consentTable(plan),
  calibrationsTable(plan),
  leftOutTable(plan),
  notesTable(notes),
]

const placementsTable = (plan: SnapshotPlan, { places }: SnapshotContent): Table => {
  const animals = new Map(taxonomyLists(plan.language).area_types.map(type => [type.id, type.name]))
  const points = new Map(places.map(place => [place.id, place]))
  return {
    name: 'placements',
    columns: [
      column('placement', 'integer'),
      ...['device', 'area', 'location', 'animals'].map(name => column(name)),
      ...['latitude', 'longitude'].map(name => column(name, 'number')),
      column('time_zone'),
      ...['from', 'until'].map(name => column(name, 'datetime')),
    ],
    rows: frozenPlacements(plan).map(({ placement, intervals, names }) => {
      const point = points.get(placement.location_id)
      return [
        placement.id,
        names.device,
        names.area,
        names.location,
        animals.get(placement.area_type_id) ?? '',
        point?.lat ?? null,
        point?.lon ?? null,
        names.zone,
        iso(Math.min(...intervals.map(({ from }) => from))),
        iso(Math.max(...intervals.map(({ until }) => until))),
      ]
    }),
  }
}

const coverageTable = ({ coverage }: SnapshotContent): Table => ({
  name: 'coverage',
  columns: [
    column('placement', 'integer'),
    ...['device', 'area', 'location', 'measurement'].map(name => column(name)),
    column('values', 'integer'),
    column('coverage', 'number'),
  ],
  rows: coverage.map(one => [
    one.placement,
    one.device,
    one.area,
    one.location,
    one.measurement,
    one.values,
    one.coverage === null ? null : Number(one.coverage.toFixed(4)),
  ]),
})

const measurementsTable = ({ keys, language }: SnapshotPlan): Table => ({
  name: 'measurements',
  columns: ['measurement', 'column', 'title', 'unit', 'ucum', 'cf_standard_name'].map(name => column(name)),
  rows: keys.map(key => {
    const { unit = '', ucum = '' } = measurementTypeOf(key) ?? {}
    return [key, columnName(key), columnTitle(key, language), unit, ucum, standardNameOf(key) ?? '']
  }),
})

const consentTable = ({ intervals }: SnapshotPlan): Table => ({
  name: 'consent',
  columns: [
    ...['location', 'device', 'measurements'].map(name => column(name)),
    ...['from', 'until'].map(name => column(name, 'datetime')),
  ],
  rows: intervals.map(({ location, device, consent, from, until }) => [
    location,
    device,
    consent.measurements.join(' '),
    iso(from),
    iso(until),
  ]),
})

/** Intervals in which a measurement of a device is frozen, with the device's name. */
const frozenOf = (plan: SnapshotPlan, deviceId: number, key: string) => {
  const of = plan.intervals.filter(one => one.deviceId === deviceId && one.consent.measurements.includes(key))
  return { device: of[0]?.device ?? '', intervals: mergeIntervals(of) }
}

const calibrationsTable = (plan: SnapshotPlan): Table => ({
  name: 'calibrations',
  columns: [
    ...['device', 'measurement'].map(name => column(name)),
    ...['from', 'until'].map(name => column(name, 'datetime')),
    column('offset', 'number'),
    column('unit'),
  ],
  rows: plan.corrections.flatMap(({ device_id, measurement, from, until, offset }) => {
    const { device, intervals } = frozenOf(plan, device_id, measurement)
    return partsWithin(intervals, { from, until: until ?? Number.POSITIVE_INFINITY }).map(part => [
      device,
      measurement,
      iso(part.from),
      iso(part.until),
      offset,
      measurementTypeOf(measurement)?.unit ?? '',
    ])
  }),
})

const leftOutTable = (plan: SnapshotPlan): Table => ({
  name: 'left-out',
  columns: [
    ...['device', 'measurement', 'reason'].map(name => column(name)),
    ...['from', 'until'].map(name => column(name, 'datetime')),
  ],
  rows: plan.without
    .toSorted((one, other) => one.device_id - other.device_id || one.start - other.start)
    .flatMap(({ device_id, measurement, fault, start, end }) => {
      const { device, intervals } = frozenOf(plan, device_id, measurement)
      // A fault ends with its last reading, which is left out, too.
      return partsWithin(intervals, { from: start, until: end + 1 }).map(part => [
        device,
        measurement,
        fault,
        iso(part.from),
        iso(part.until - 1),
      ])
    }),
})

const notesTable = (notes: readonly FrozenNote[]): Table => ({
  name: 'notes',
  columns: [
    column('kind'),
    ...['from', 'until'].map(name => column(name, 'datetime')),
    ...['title', 'text'].map(name => column(name)),
  ],
  rows: notes.map(({ kind, from, until, title, text }) => [kind, from, until, title, text]),
})

/** Hours that the left-out stretches last, for the README. */
export const leftOutMs = (table: Table): number =>
  table.rows.reduce(
    (sum, [, , , from, until]) => sum + lengthOf({ from: Date.parse(String(from)), until: Date.parse(String(until)) }),
    0,
  )

export const tableNamed = (tables: readonly Table[], name: TableName): Table =>
  elementAt(
    tables.filter(table => table.name === name),
    0,
  )
