import type { FormErrors } from '@mantine/form'
import type { ReactNode } from 'react'
import type { AreaValues, LocationValues, PlaceValues } from './location-values.ts'

/** Some fields of a form, wherever in it they stand. */
export interface Fields<Values> {
  values: Values
  /** Props that an input needs. */
  // biome-ignore lint/suspicious/noExplicitAny: as the form library types it
  input: (name: keyof Values & string) => any
  error: (name: keyof Values & string) => ReactNode
  errors: FormErrors
  set: (change: Partial<Values>) => void
}

/** A form that holds these values among others. */
interface FormWith<Values> {
  values: Values
  errors: FormErrors
  // biome-ignore lint/suspicious/noExplicitAny: as the form library types it
  getInputProps(name: string): any
  setValues(change: Partial<Values>): void
  setFieldValue(name: string, value: unknown): void
  clearFieldError(name: string): void
}

export const placeFields = (form: FormWith<PlaceValues>): Fields<PlaceValues> => ({
  values: form.values,
  input: name => form.getInputProps(name),
  error: name => form.errors[name],
  errors: form.errors,
  set: change => {
    form.setValues(change)
    for (const name of Object.keys(change)) form.clearFieldError(name)
  },
})

export const areaFields = (form: FormWith<LocationValues>, index: number): Fields<AreaValues> | null => {
  const values = form.values.areas[index]
  if (!values) return null
  return {
    values,
    input: name => form.getInputProps(`areas.${index}.${name}`),
    error: name => form.errors[`areas.${index}.${name}`],
    errors: form.errors,
    set: change => {
      for (const [name, value] of Object.entries(change)) form.setFieldValue(`areas.${index}.${name}`, value)
    },
  }
}

export const oneAreaFields = (form: FormWith<AreaValues>): Fields<AreaValues> => ({
  values: form.values,
  input: name => form.getInputProps(name),
  error: name => form.errors[name],
  errors: form.errors,
  set: change => {
    form.setValues(change)
    for (const name of Object.keys(change)) form.clearFieldError(name)
  },
})
