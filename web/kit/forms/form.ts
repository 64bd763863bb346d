import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import i18next from 'i18next'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { CallFailed } from '#shared/contract/call.ts'
import { openText } from '../language/open-text.ts'
import { limitFigure, shownDateTime } from '../language/viewer-formats.ts'

type Issue = z.core.$ZodIssue

const MISSING: readonly unknown[] = [null, undefined, '']

const codeOf = (issue: Issue): string => {
  if (issue.code === 'invalid_value' && issue.path.at(-1) === 'policy_accepted') return 'accept'
  if (MISSING.includes(issue.input)) return 'required'
  if (issue.code === 'custom') return String(issue.params?.code ?? 'not_valid')
  if (issue.code === 'invalid_type') return 'number'
  if (issue.code === 'invalid_format') {
    if (issue.format === 'datetime') return 'date'
    return issue.path.at(-1) === 'eui' ? 'eui' : issue.format
  }
  // A list of which nothing was chosen is required, not too short.
  if (issue.code === 'too_small' && issue.origin === 'array') return 'required'
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    return issue.origin === 'string' ? `${issue.code}_text` : issue.code
  }
  return 'not_valid'
}

/** Unit in which the number at a path of the body is kept; undefined where it is read as it is kept. */
type UnitAt = (path: string) => string | undefined

const textOf = (issue: Issue, unit: string | undefined): string => {
  const bound = (kept: number | bigint) => (unit === undefined ? Number(kept) : limitFigure(Number(kept), unit))
  return (
    openText('form', `error.${codeOf(issue)}`, {
      minimum: 'minimum' in issue ? bound(issue.minimum) : undefined,
      maximum: 'maximum' in issue ? bound(issue.maximum) : undefined,
      example: shownDateTime('2026-11-20 07:30'),
    }) ?? i18next.t('form:error.not_valid')
  )
}

/** Sentences for a form from what the contract's schema found, the first one of each field. Bounds are in the unit their field is read in. */
export const errorsOf = (issues: readonly Issue[], unitAt: UnitAt = () => undefined): FormErrors => {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path.join('.')
    errors[path] ??= textOf(issue, unitAt(path))
  }
  return errors
}

/** Fields the server named, and the sentence that stands for the whole when it named none that is on screen. */
export const failureOf = (
  failure: unknown,
  fields: readonly string[],
): { errors: FormErrors; message: string | null } => {
  if (!(failure instanceof CallFailed)) throw failure
  const isHere = ([field]: [string, string[]]) => fields.includes(field.split('.')[0] ?? field)
  const all = Object.entries(failure.errors)
  const errors = Object.fromEntries(all.filter(isHere).map(([field, texts]) => [field, texts.join(' ')]))
  const elsewhere = all.filter(one => !isHere(one)).flatMap(([, texts]) => texts)
  if (Object.keys(errors).length > 0) return { errors, message: [...new Set(elsewhere)].join(' ') || null }
  return {
    errors,
    message: failure.message || i18next.t(failure.status === 0 ? 'form:no_answer' : 'form:not_saved'),
  }
}

/** Focuses the first wrong field of the form as soon as the errors asked for are on the screen. */
const useFocusOnErrors = (errors: FormErrors): ((form: HTMLFormElement | null) => void) => {
  const wanted = useRef<HTMLFormElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the errors have changed on the screen
  useEffect(() => {
    const first = wanted.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!first) return
    wanted.current = null
    first.focus()
  }, [errors])
  return form => {
    wanted.current = form
  }
}

export interface ContractForm<Values> {
  form: UseFormReturnType<Values>
  /** Message for a failure that belongs to no single field; null while there is none. */
  failure: string | null
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A schema, or what fetches it: a form of the first screen is not kept waiting for what checks it. */
type Schema<Body> = Body | (() => Promise<Body>)

/** The schema as soon as it is there; fetched when somebody enters the form, at the latest when they send it. */
const useSchema = <Body extends z.ZodType>(body: Schema<Body>) => {
  const schema = useRef(typeof body === 'function' ? undefined : body)
  const fetchSchema = async (): Promise<void> => {
    if (typeof body === 'function') schema.current ??= await body()
  }
  const prefetchSchema = useEffectEvent(() => void fetchSchema().catch(() => undefined))
  useEffect(() => {
    window.addEventListener('focusin', prefetchSchema, { once: true })
    return () => window.removeEventListener('focusin', prefetchSchema)
  }, [])
  return { schema, fetchSchema }
}

/**
 * A form checked by the body the contract declares for the call it makes. `toBody` turns what stands in the fields
 * into that body; errors of schema and server land at the field of the same path, and the first one gets the focus.
 */
export const useContractForm = <Values extends Record<string, unknown>, Body extends z.ZodType>(options: {
  body: Schema<Body>
  initialValues: Values
  toBody: (values: Values) => unknown
  send: (body: z.input<Body>, values: Values) => Promise<unknown>
  /** Units of numbers that are read in another unit than the body keeps. */
  unitAt?: UnitAt
}): ContractForm<Values> => {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { schema, fetchSchema } = useSchema(options.body)
  const form = useForm<Values>({
    initialValues: options.initialValues,
    validateInputOnBlur: true,
    validate: values =>
      errorsOf(
        schema.current?.safeParse(options.toBody(values), { reportInput: true }).error?.issues ?? [],
        options.unitAt,
      ),
  })
  const focusFirstWrong = useFocusOnErrors(form.errors)
  const send = async (element: HTMLFormElement) => {
    setBusy(true)
    setFailure(null)
    try {
      await options.send(options.toBody(form.getValues()) as z.input<Body>, form.getValues())
    } catch (thrown) {
      const { errors, message } = failureOf(thrown, Object.keys(options.initialValues))
      focusFirstWrong(Object.keys(errors).length > 0 ? element : null)
      form.setErrors(errors)
      setFailure(message)
    } finally {
      setBusy(false)
    }
  }
  const check = (element: HTMLFormElement) => {
    const wrong = form.validate().hasErrors
    focusFirstWrong(wrong ? element : null)
    if (!wrong) void send(element)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (busy) return
    if (schema.current) return check(element)
    // The server still checks where the schema can't be had.
    const checkNow = () => {
      setBusy(false)
      check(element)
    }
    setBusy(true)
    void fetchSchema().then(checkNow, checkNow)
  }
  return { form: form as unknown as UseFormReturnType<Values>, failure, busy, onSubmit }
}
