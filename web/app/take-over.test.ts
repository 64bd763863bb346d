import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handOver, removeSketch } from './take-over.ts'

const SCREEN = `
  <a href="#help">Help</a>
  <input autocomplete="username">
  <input autocomplete="current-password">
  <button>Sign in</button>`

const inRoot = <E extends HTMLElement>(what: string) => document.querySelector<E>(`#root ${what}`) as E
const inSketch = <E extends HTMLElement>(what: string) => document.querySelector<E>(`#sketch ${what}`) as E
const takeOver = () => {
  removeSketch()
  return handOver()
}

beforeEach(() => {
  document.body.innerHTML = `<svg id="boot"></svg><div id="sketch">${SCREEN}</div><div id="root">${SCREEN}</div>`
})
afterEach(() => {
  document.body.innerHTML = ''
  window.barnometerDone = []
})

describe('[design: first visit on a phone] the product takes over from its sketch', () => {
  test('which goes away, with the logo before it', () => {
    takeOver()
    expect(document.getElementById('sketch')).toBeNull()
    expect(document.getElementById('boot')).toBeNull()
    expect(inRoot('button').textContent).toBe('Sign in')
  })

  test('what was typed, and says so as if it were typed now', async () => {
    const heard: string[] = []
    document.getElementById('root')?.addEventListener('input', event => {
      heard.push((event.target as HTMLInputElement).value)
    })
    inSketch<HTMLInputElement>('[autocomplete=username]').value = 'anna@farm.example'
    await takeOver()
    expect(inRoot<HTMLInputElement>('[autocomplete=username]').value).toBe('anna@farm.example')
    expect(inRoot<HTMLInputElement>('[autocomplete=current-password]').value).toBe('')
    expect(heard).toEqual(['anna@farm.example'])
  })

  test('the focus', async () => {
    inSketch('[autocomplete=current-password]').focus()
    await takeOver()
    expect(document.activeElement).toBe(inRoot('[autocomplete=current-password]'))
  })

  test('what was touched', async () => {
    const pressed = vi.fn()
    inRoot('button').addEventListener('click', pressed)
    window.barnometerDone = [inSketch('button')]
    await takeOver()
    expect(pressed).toHaveBeenCalledOnce()
  })

  test('what was pressed, in its order', async () => {
    const heard: string[] = []
    const hear = ({ key }: KeyboardEvent) => void heard.push(key)
    window.addEventListener('keydown', hear)
    window.barnometerDone = ['g', 'd'].map(key => new KeyboardEvent('keydown', { key, bubbles: true }))
    await takeOver()
    window.removeEventListener('keydown', hear)
    expect(heard).toEqual(['g', 'd'])
  })

  test('what was touched and comes a little later', async () => {
    const button = inRoot('button')
    const pressed = vi.fn()
    button.addEventListener('click', pressed)
    button.remove()
    window.barnometerDone = [inSketch('button')]
    setTimeout(() => document.getElementById('root')?.append(button), 120)
    await takeOver()
    expect(pressed).toHaveBeenCalledOnce()
  })

  test('nothing that stands elsewhere in the product', async () => {
    inRoot('a').replaceWith(document.createElement('button'))
    const pressed = vi.fn()
    inRoot('button').addEventListener('click', pressed)
    window.barnometerDone = [inSketch('a')]
    await takeOver()
    expect(pressed).not.toHaveBeenCalled()
  })

  test('nothing where there was no sketch', () => {
    document.getElementById('sketch')?.remove()
    expect(() => takeOver()).not.toThrow()
    expect(document.getElementById('boot')).toBeNull()
  })
})
