import type { FormErrors, UseFormReturnType } from '@mantine/form'
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

export const placeFields = <Values extends PlaceValues>(form: UseFormReturnType<Values>): Fields<PlaceValues> => ({
  values: form.values,
  input: name => form.getInputProps(name as never),
  error: name => form.errors[name],
  errors: form.errors,
  set: change => {
    form.setValues(change as never)
    for (const name of Object.keys(change)) form.clearFieldError(name as never)
  },
})

export const areaFields = (form: UseFormReturnType<LocationValues>, index: number): Fields<AreaValues> | null => {
  const values = form.values.areas[index]
  if (!values) return null
  return {
    values,
    input: name => form.getInputProps(`areas.${index}.${name}` as never),
    error: name => form.errors[`areas.${index}.${name}`],
    errors: form.errors,
    set: change => {
      for (const [name, value] of Object.entries(change))
        form.setFieldValue(`areas.${index}.${name}` as never, value as never)
    },
  }
}

export const oneAreaFields = (form: UseFormReturnType<AreaValues>): Fields<AreaValues> => ({
  values: form.values,
  input: name => form.getInputProps(name as never),
  error: name => form.errors[name],
  errors: form.errors,
  set: change => {
    form.setValues(change)
    for (const name of Object.keys(change)) form.clearFieldError(name as never)
  },
})
