import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Calibration } from '#shared/contract/devices/calibrations.ts'
import type { AreaNote } from '#shared/contract/diary/area-notes.ts'
import { api } from '#shared/contract/index.ts'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { deviceNotesRead } from '../../research/queries.ts'
import { projectScreen } from '../../research/screens.ts'
import { useDeleteNote } from '../notes/use-delete-note.ts'
import { useNoteWriting } from '../notes/write-notes.tsx'
import { useManualMeasurements } from '../queries.ts'
import { calibrationScreen, scheduleScreen } from '../screens.ts'
import type { Lane, LaneEvent } from './lane.ts'
import { type AlertNames, useAlerts } from './use-alerts.ts'
import { type MeasurementNames, nameOf, useFaults } from './use-faults.ts'
import { useInspectionLane } from './use-inspections.ts'

/** Lanes of what happened to a device and where it hangs, one for each sort; nothing of what cannot be read. */
export const useLanes = (
  deviceId: number,
  frame: Frame,
  { notes, ...lists }: AlertNames & { notes: readonly AreaNote[] },
): Lane[] => [
  { key: 'alerts', events: useAlerts(deviceId, lists) },
  { key: 'faults', events: useFaults(deviceId, frame, lists) },
  { key: 'area_notes', events: useAreaNoteLane(notes, frame.time_zone) },
  { key: 'inspections', events: useInspectionLane(deviceId, frame) },
  { key: 'notes', events: useNotes(deviceId) },
  { key: 'manual', events: useMeasuredByHand(deviceId, lists) },
  { key: 'calibrations', events: useCalibrations(deviceId, lists) },
  { key: 'placements', events: usePlacements(deviceId) },
]

/** Notes that people wrote of the area, with the ways to change them for who may. */
const useAreaNoteLane = (notes: readonly AreaNote[], zone: string): LaneEvent[] => {
  const { t } = useTranslation('measurements')
  const writing = useNoteWriting()
  const remove = useDeleteNote()
  return notes.map(note => {
    const { id, text, start, end, written_by, written_at, may } = note
    const change = { label: t('area_notes.edit'), run: async () => writing?.change(note) }
    const said = { name: written_by ?? t('manual.somebody'), time: momentIn(written_at, zone) }
    return {
      id: `area note ${id}`,
      from: Date.parse(start),
      until: end === null ? null : Date.parse(end),
      title: t('area_notes.title'),
      words: text,
      text: t('area_notes.by', said),
      to: null,
      actions: [
        ...(writing && may.includes('edit') ? [change] : []),
        ...(may.includes('delete') ? [{ label: t('area_notes.delete'), run: () => remove(note) }] : []),
      ],
    }
  })
}

/** Notes of research projects that the device is part of; one without an end is of a moment. */
const useNotes = (deviceId: number): LaneEvent[] => {
  const { data = [] } = useQuery(deviceNotesRead([deviceId]))
  return data.map(({ id, title, text, start, end, research_id, research_name }) => ({
    id: `note ${id}`,
    from: Date.parse(start),
    until: end === null ? null : Date.parse(end),
    title,
    text: [research_name, text].filter(Boolean).join(' · '),
    to: linkTo(projectScreen, { params: { id: research_id } }),
  }))
}

const usePlacements = (deviceId: number): LaneEvent[] => {
  const { data = [] } = useQuery(queryOf(api.listLocationResearch, {}))
  const eventOf = (lr: LocationResearch): LaneEvent => ({
    id: `placement ${lr.id}`,
    from: Date.parse(lr.start),
    until: lr.end === null ? Number.POSITIVE_INFINITY : Date.parse(lr.end),
    title: lr.area_name,
    text: [lr.location_name, lr.research_name].filter(Boolean).join(' · '),
    to: linkTo(scheduleScreen, { params: { id: lr.id }, search: { interval: 'research' } }),
  })
  return data.filter(lr => lr.device_id === deviceId).map(eventOf)
}

const useCalibrations = (deviceId: number, lists: MeasurementNames): LaneEvent[] => {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  const { data = [] } = useQuery(queryOf(api.listCalibrations, { query: { device_id: deviceId } }))
  const eventOf = ({ id, measurement, offset, valid_from }: Calibration): LaneEvent => {
    const type = lists.measurement_types.find(({ abbreviation }) => abbreviation === measurement)
    const sign = offset < 0 ? '−' : '+'
    return {
      id: `calibration ${id}`,
      from: Date.parse(valid_from),
      until: null,
      title: nameOf(measurement, lists),
      text: t('lanes.offset', { offset: `${sign}${format.difference(Math.abs(offset), 2, type?.unit ?? '')}` }),
      to: linkTo(calibrationScreen, { params: { id: deviceId } }),
    }
  }
  return data.filter(({ undone_at }) => undone_at === null).map(eventOf)
}

const useMeasuredByHand = (deviceId: number, lists: MeasurementNames): LaneEvent[] => {
  const format = useFormat()
  return useManualMeasurements(deviceId)
    .filter(({ deleted_at }) => deleted_at === null)
    .map(({ id, measurement, time, value, unit, note }) => ({
      id: `manual ${id}`,
      from: Date.parse(time),
      until: null,
      title: `${nameOf(measurement, lists)} ${format.value(value, 1, unit)}`,
      text: note ?? '',
      to: null,
    }))
}
