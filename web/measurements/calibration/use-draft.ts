import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallFailed } from '#shared/contract/call.ts'
import { CalibrationInput } from '#shared/contract/devices/calibrations.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { nowIn } from '../../kit/time/instant.ts'
import { type CalibrationDraft, type CalibrationTarget, calibrationBody } from './draft.ts'

/** Someone still typing is not asked about. */
const PAUSE_MS = 300

const emptyDraft = (zone: string): CalibrationDraft => {
  const now = nowIn(zone)
  return {
    method: 'one_value',
    valid_from: now,
    offset: '',
    reference_device_id: null,
    references: [{ time: now, reference: '' }],
  }
}

/** Reads what the server would make of the draft, once it is complete. */
const usePreview = (draft: CalibrationDraft, subject: CalibrationTarget) => {
  const [settled] = useDebouncedValue(draft, PAUSE_MS)
  const body = calibrationBody(settled, subject)
  return useQuery({
    queryKey: ['calibration preview', body],
    queryFn: () => ask(api.previewCalibration, { body }),
    enabled: CalibrationInput.safeParse(body).success,
    gcTime: 0,
  })
}

/** The form of a calibration with what it would come to. */
export const useCalibrationDraft = (subject: CalibrationTarget, onDone: () => void) => {
  const client = useQueryClient()
  const contract = useContractForm({
    body: CalibrationInput,
    initialValues: emptyDraft(subject.zone),
    toBody: values => calibrationBody(values, subject),
    send: async body => {
      await ask(api.createCalibration, { body })
      await refresh(client, [api.listCalibrations, api.getSeries, api.getLast, api.listLast])
      contract.form.setValues(emptyDraft(subject.zone))
      contract.form.resetDirty()
      onDone()
    },
  })
  const preview = usePreview(contract.form.values, subject)
  const refusals = preview.error instanceof CallFailed ? preview.error.errors : {}
  const errorAt = (field: string): string | undefined => {
    const own = contract.form.errors[field]
    return typeof own === 'string' ? own : refusals[field]?.join(' ')
  }
  return { ...contract, preview: preview.data, errorAt, unsaved: contract.form.isDirty() && !contract.busy }
}
export type DraftForm = ReturnType<typeof useCalibrationDraft>
