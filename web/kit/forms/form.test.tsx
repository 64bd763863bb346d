import { MantineProvider, TextInput } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { LoginInput, RegisterInput } from '#shared/contract/accounts/users.ts'
import { CallFailed } from '#shared/contract/call.ts'
import { ScheduleInput } from '#shared/contract/measurements/report-schedules.ts'
import { NewLocation } from '#shared/contract/places/locations.ts'
import texts from '#shared/locales/en/form.json' with { type: 'json' }
import { errorsOf, failureOf, useContractForm } from './form.ts'

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await i18next.init({ lng: 'en', resources: { en: { form: texts } } })
})
afterEach(cleanup)

const wrong = (body: typeof RegisterInput | typeof NewLocation | typeof ScheduleInput, value: unknown) =>
  errorsOf(body.safeParse(value, { reportInput: true }).error?.issues ?? [])

describe('errors of a schema', () => {
  const good = {
    name: 'Marieke',
    email: 'm@example.org',
    password: 'Stal2026!',
    password_confirmation: 'Stal2026!',
    policy_accepted: '2018-05-25',
  }

  test('[specification §5] names what is missing at its field', () => {
    const errors = wrong(RegisterInput, { ...good, name: '', email: '', password: '' })
    expect(errors).toMatchObject({ name: texts.error.required, email: texts.error.required })
    expect(errors.password).toBe(texts.error.required)
  })

  test('[specification §5] tells a wrong address, a weak password and two different ones apart', () => {
    expect(wrong(RegisterInput, { ...good, email: 'm@' })).toEqual({ email: texts.error.email })
    expect(wrong(RegisterInput, { ...good, password: 'short', password_confirmation: 'short' })).toEqual({
      password: texts.error.weak_password,
    })
    expect(wrong(RegisterInput, { ...good, password_confirmation: 'Stal2027!' })).toEqual({
      password_confirmation: texts.error.passwords_do_not_match,
    })
  })

  test('asks for what nothing was chosen of, not for a larger number', () => {
    const schedule = { name: 'Week', area_ids: [], frequency: 'week', language: 'en', recipients: [] }
    expect(wrong(ScheduleInput, schedule)).toEqual({ area_ids: texts.error.required, recipients: texts.error.required })
  })

  test('asks for the terms', () => {
    expect(wrong(RegisterInput, { ...good, policy_accepted: '' })).toEqual({ policy_accepted: texts.error.accept })
  })

  test('puts an error at its field inside a list, with the limit it passes', () => {
    const areas = [
      { name: 'A', area_type_id: 1, height: Number.NaN, ammonia_factor: 2000 },
      { name: 'B', area_type_id: null },
    ]
    expect(wrong(NewLocation, { name: 'Farm', areas })).toEqual({
      'areas.0.height': texts.error.number,
      'areas.0.ammonia_factor': 'Too high. Enter 1000 or less',
      'areas.1.area_type_id': texts.error.required,
    })
  })
})

describe('a failure of the server', () => {
  test('[decisions §1] goes to the fields it names', () => {
    const failure = new CallFailed(422, {
      code: 'no_valid_input',
      message: 'No',
      errors: { 'areas.0.name': ['Taken.', 'Odd.'] },
    })
    expect(failureOf(failure, ['name', 'areas'])).toEqual({ errors: { 'areas.0.name': 'Taken. Odd.' }, message: null })
  })

  test('[specification §8] joins errors of fields that are not on screen into one message', () => {
    const failure = new CallFailed(422, { message: 'No', errors: { device_ids: ['BM 1 is busy.'] } })
    expect(failureOf(failure, ['start'])).toEqual({ errors: {}, message: 'BM 1 is busy.' })
  })

  test('[specification §8] says so when the server did not answer', () => {
    expect(failureOf(new CallFailed(0, {}), ['start']).message).toBe(texts.no_answer)
  })

  test('never swallows a defect of our own', () => {
    expect(() => failureOf(new TypeError('x is not a function'), [])).toThrow(TypeError)
  })
})

interface SignInProps {
  send: () => Promise<void>
  body?: typeof LoginInput | (() => Promise<typeof LoginInput>)
}

function SignIn({ send, body = LoginInput }: SignInProps) {
  const { form, failure, onSubmit } = useContractForm({
    body,
    initialValues: { email: '', password: '' },
    toBody: values => values,
    send,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput label="email" {...form.getInputProps('email')} />
      <TextInput label="password" {...form.getInputProps('password')} />
      {failure && <p>{failure}</p>}
      <button type="submit">go</button>
    </form>
  )
}

describe('a form of the contract', () => {
  const show = (send: () => Promise<void>, body?: SignInProps['body']) =>
    render(
      <MantineProvider env="test">
        <SignIn send={send} body={body} />
      </MantineProvider>,
    )
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

  test('[design §8.7] does not send what the schema refuses, and the first wrong field gets the focus', async () => {
    const send = vi.fn()
    show(send)
    fill('email', 'm@example.org')
    fireEvent.click(screen.getByText('go'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('password')))
    expect(send).not.toHaveBeenCalled()
  })

  test('shows what the server refused at its field and gives it the focus', async () => {
    show(() => Promise.reject(new CallFailed(422, { errors: { email: ['Unknown here.'] } })))
    fill('email', 'm@example.org')
    fill('password', 'x')
    fireEvent.click(screen.getByText('go'))
    await screen.findByText('Unknown here.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('email')))
  })

  test('keeps what was typed when sending fails', async () => {
    show(() => Promise.reject(new CallFailed(0, {})))
    fill('email', 'm@example.org')
    fill('password', 'x')
    fireEvent.click(screen.getByText('go'))
    await screen.findByText(texts.no_answer)
    expect(screen.getByLabelText<HTMLInputElement>('email').value).toBe('m@example.org')
  })

  test('waits for a schema that has not come yet before it sends', async () => {
    const send = vi.fn()
    show(send, () => Promise.resolve(LoginInput))
    fill('email', 'm@example.org')
    fireEvent.click(screen.getByText('go'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('password')))
    expect(send).not.toHaveBeenCalled()
  })

  test('is sent once, and checked by the server, when its schema does not come', async () => {
    const send = vi.fn(() => Promise.resolve())
    show(send, () => Promise.reject(new TypeError('Failed to fetch')))
    fireEvent.click(screen.getByText('go'))
    fireEvent.click(screen.getByText('go'))
    await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    await new Promise(resolve => setTimeout(resolve))
    expect(send).toHaveBeenCalledTimes(1)
  })
})
