import { expect, test } from 'vitest'
import { keyTarget } from './use-cursor-control.ts'

const LAST = 99

test.each([
  ['ArrowLeft', false, null, 99],
  ['ArrowRight', false, null, 99],
  ['ArrowLeft', false, 50, 49],
  ['ArrowRight', true, 50, 60],
  ['ArrowRight', true, 95, 99],
  ['ArrowLeft', true, 3, 0],
  ['Home', false, 50, 0],
  ['End', false, 50, 99],
  ['Escape', false, 50, null],
  ['Escape', false, null, undefined],
  ['Tab', false, 50, undefined],
])('[design §9] %s (shift %s) moves the cursor from step %s to %s', (key, shiftKey, at, target) => {
  expect(keyTarget({ key, shiftKey }, at, LAST)).toBe(target)
})
