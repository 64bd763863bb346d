import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import { NewLocation } from '#shared/contract/places/locations.ts'
import { errorsOf } from '../../kit/forms/form.ts'
import { keepDraft, type LocationDraft } from '../edit/draft.ts'
import type { LocationValues } from '../edit/location-values.ts'

const FIELDS: readonly (readonly string[])[] = [
  ['name', 'type', 'colour', 'owners', 'ubn', 'tag', 'description'],
  ['street', 'number', 'postal_code', 'city', 'country_code', 'lat', 'lon', 'time_zone', 'details'],
  ['areas'],
  [],
]
const SAVE_MS = 800

/** Step on which a field stands. */
export const stepOf = (field: string): number =>
  Math.max(
    0,
    FIELDS.findIndex(fields => fields.includes(field.split('.')[0] ?? '')),
  )

export interface StepsState {
  step: number
  reached: number
  /** True until a step was taken: the draft was taken up. */
  resumed: boolean
  savedAt: number | null
  open: (step: number) => void
  next: (form: HTMLElement) => void
  isWrong: (step: number) => boolean
}

/** The steps of the wizard and the draft that is kept of them on this device. */
export const useSteps = (
  form: UseFormReturnType<LocationValues>,
  draft: LocationDraft | null,
  toBody: (values: LocationValues) => unknown,
): StepsState => {
  const [step, setStep] = useState(draft?.step ?? 0)
  const [reached, setReached] = useState(draft?.reached ?? 0)
  const [resumed, setResumed] = useState(draft !== null)
  const [savedAt, setSavedAt] = useState(draft?.savedAt ?? null)
  const { values } = form

  const keep = (at: number, far: number) => {
    const now = Date.now()
    if (keepDraft({ values: form.getValues(), step: at, reached: far, savedAt: now })) setSavedAt(now)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is kept when typing rests
  useEffect(() => {
    if (!form.isDirty()) return
    const timer = setTimeout(() => keep(step, reached), SAVE_MS)
    return () => clearTimeout(timer)
  }, [values])

  const go = (to: number) => {
    const far = Math.max(reached, to)
    setStep(to)
    setReached(far)
    setResumed(false)
    keep(to, far)
    window.scrollTo({ top: 0 })
  }
  const wrongOn = (wanted: number) => {
    const found = errorsOf(NewLocation.safeParse(toBody(form.getValues()), { reportInput: true }).error?.issues ?? [])
    return Object.fromEntries(Object.entries(found).filter(([field]) => stepOf(field) === wanted))
  }
  return {
    step,
    reached,
    resumed,
    savedAt,
    open: go,
    isWrong: wanted => Object.keys(form.errors).some(field => form.errors[field] && stepOf(field) === wanted),
    next: element => {
      const wrong = wrongOn(step)
      form.setErrors(wrong)
      if (Object.keys(wrong).length === 0) return go(step + 1)
      setTimeout(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    },
  }
}
