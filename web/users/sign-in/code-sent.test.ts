import { beforeEach, describe, expect, test, vi } from 'vitest'
import { codeSentAt, countDown, RESEND_AFTER, rememberCodeSent } from './code-sent.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

describe('the wait for a code', () => {
  test('[design §8.7] counts down from 5:00', () => {
    expect(countDown(RESEND_AFTER)).toBe('5:00')
    expect(countDown(RESEND_AFTER - 108_000)).toBe('3:12')
    expect(countDown(400)).toBe('0:01')
  })

  test('[specification §9] belongs to the address the code went to, however it is written', () => {
    const at = rememberCodeSent('Marieke@Zonneveld.example')
    expect(codeSentAt('marieke@zonneveld.example')).toBe(at)
    expect(codeSentAt('pieter@delinde.example')).toBe(0)
  })
})
