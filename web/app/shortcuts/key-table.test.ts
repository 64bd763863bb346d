import { afterEach, describe, expect, test } from 'vitest'
import { isForUs } from '../../kit/browser/keys.ts'
import { type KeyAction, NO_KEY, SHORTCUTS, shortcutAfterKey } from './key-table.ts'

/** Actions of keys that are pressed one after the other, `wait` ms apart. */
const press = (keys: string, wait = 200): KeyAction | null => {
  let [pressed, does, now]: [typeof NO_KEY, KeyAction | null, number] = [NO_KEY, null, 10_000]
  for (const key of keys) {
    const result = shortcutAfterKey(pressed, key, now)
    pressed = result.pressed
    does = result.does
    now += wait
  }
  return does
}

describe('[ui §9] keys', () => {
  test('g and a letter go to a tab, ? opens the list, h the help of the screen', () => {
    expect(press('gl')).toEqual({ go: '/', tab: 'locations' })
    expect(press('gd')).toEqual({ go: '/data', tab: 'data' })
    expect(press('?')).toEqual({ open: 'keys' })
    expect(press('h')).toEqual({ open: 'help' })
  })

  test.each(['g', 'd', 'gx', 'ggx', 'gxd', 'dg'])('%s does nothing', keys => {
    expect(press(keys)).toBeNull()
  })

  test('a second g begins anew', () => {
    expect(press('ggd')).toEqual({ go: '/data', tab: 'data' })
    expect(press('xg?')).toEqual({ open: 'keys' })
  })

  test('a letter too late no longer belongs to the g', () => {
    expect(press('gd', 1400)).not.toBeNull()
    expect(press('gd', 1600)).toBeNull()
  })

  test('no two mean the same, and none begins another', () => {
    const all = SHORTCUTS.map(({ keys }) => keys.join(' '))
    for (const one of all) expect(all.filter(other => other === one || other.startsWith(`${one} `))).toHaveLength(1)
  })
})

describe('[ui §9] a key is left alone', () => {
  afterEach(() => {
    document.body.innerHTML = ''
  })
  const pressedIn = (html: string, more: KeyboardEventInit = {}): boolean => {
    document.body.innerHTML = html
    let taken: boolean | undefined
    window.addEventListener('keydown', event => (taken = isForUs(event)), { once: true })
    const target = document.querySelector('[data-here]') ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'g', bubbles: true, ...more }))
    return taken as boolean
  }

  test('but taken on the page itself, on links and buttons', () => {
    expect(pressedIn('')).toBe(true)
    expect(pressedIn('<a href="/" data-here>x</a>')).toBe(true)
    expect(pressedIn('<button data-here>x</button>')).toBe(true)
  })

  test.each([
    '<input data-here>',
    '<textarea data-here></textarea>',
    '<select data-here></select>',
    '<div contenteditable="true"><b data-here>x</b></div>',
    '<div role="dialog"><button data-here>x</button></div>',
    '<div role="menu"><button role="menuitem" data-here>x</button></div>',
    '<div role="listbox"><div role="option" data-here>x</div></div>',
  ])('in %s', html => {
    expect(pressedIn(html)).toBe(false)
  })

  test.each([{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isComposing: true }])('with %j', more => {
    expect(pressedIn('', more)).toBe(false)
  })
})
