import { describe, expect, test } from 'vitest'
import { hrefOf, linkTo, readValues, type Target } from './address.ts'
import { either, flag, id, oneOf, text } from './parsers.ts'
import { defineScreen } from './screen.ts'

const barn = {
  path: '/barns/$id',
  params: { id },
  search: { view: oneOf(['list', 'map']), q: text, closed: flag, area: id },
} as const
const barns = { path: '/barns/{-$id}', params: { id }, search: {} } as const
const list = { path: '/list/$id/edit', params: { id: either(id, oneOf(['new'])) }, search: {} } as const
const start = { path: '/', params: {}, search: {} } as const

/** The type checker alone reads it; nothing calls it. Each line would compile if links were text again. */
const refused = (): Target[] => [
  // @ts-expect-error: text is no screen
  linkTo('/barns/3'),
  // @ts-expect-error: the param is missing
  linkTo(barn),
  // @ts-expect-error: the param is missing
  linkTo(barn, { params: {} }),
  // @ts-expect-error: an id is a number
  linkTo(barn, { params: { id: '3' } }),
  // @ts-expect-error: the screen has no such param
  linkTo(barn, { params: { id: 3, barn: 3 } }),
  // @ts-expect-error: a screen without params takes none
  linkTo(start, { params: { id: 3 } }),
  // @ts-expect-error: the screen has no such search value
  linkTo(barn, { params: { id: 3 }, search: { colour: 'red' } }),
  // @ts-expect-error: none of the words
  linkTo(barn, { params: { id: 3 }, search: { view: 'table' } }),
  // @ts-expect-error: a number or "new"
  linkTo(list, { params: { id: 'other' } }),
]

/** Likewise. */
const refusedScreens = () => {
  const rest = { page: async () => ({ default: () => null }), who: 'signedIn', title: 'data' } as const
  return [
    // @ts-expect-error: the path asks for an id, and nothing reads it
    defineScreen({ path: '/barns/$id', ...rest }),
    // @ts-expect-error: the path asks for another param
    defineScreen({ path: '/barns/$id', params: { barn: id }, ...rest }),
    // @ts-expect-error: the path asks for no param
    defineScreen({ path: '/barns', params: { id }, ...rest }),
    // @ts-expect-error: no text has this title
    defineScreen({ path: '/barns', ...rest, title: 'barns' }),
    // @ts-expect-error: a page has no properties
    defineScreen({ path: '/barns', ...rest, page: async () => ({ default: (props: { id: number }) => props.id }) }),
  ]
}

describe('a link to a screen', () => {
  test('is made of its record, its params and its search, and of nothing else', () => {
    expect([refused, refusedScreens]).toHaveLength(2)
    expect(hrefOf(linkTo(start))).toBe('/')
    expect(hrefOf(linkTo(barn, { params: { id: 3 } }))).toBe('/barns/3')
    expect(hrefOf(linkTo(list, { params: { id: 'new' } }))).toBe('/list/new/edit')
    expect(hrefOf(linkTo(barn, { params: { id: 3 }, search: { view: 'map', q: 'a & b', closed: true } }))).toBe(
      '/barns/3?view=map&q=a+%26+b&closed=1',
    )
    expect(hrefOf(linkTo(start, { hash: 'area-7' }))).toBe('/#area-7')
  })

  test('leaves out what is null, undefined, off or empty', () => {
    const search = { view: null, q: '', closed: false, area: undefined }
    expect(hrefOf(linkTo(barn, { params: { id: 3 }, search }))).toBe('/barns/3')
  })

  test('leaves out a param that may be missing', () => {
    expect(hrefOf(linkTo(barns))).toBe('/barns')
    expect(hrefOf(linkTo(barns, { params: { id: 3 } }))).toBe('/barns/3')
  })

  test('writes a param so that it stays one part of the path', () => {
    const call = { path: '/call/$token', params: { token: text }, search: {} } as const
    expect(hrefOf(linkTo(call, { params: { token: 'a/b?c' } }))).toBe('/call/a%2Fb%3Fc')
  })
})

describe('what an address says', () => {
  test('comes as values', () => {
    const texts = { view: 'map', q: 'barn', closed: '1', area: '7' }
    expect(readValues(barn.search, texts)).toEqual({ view: 'map', q: 'barn', closed: true, area: 7 })
  })

  test.each([
    ['view', 'table'],
    ['closed', 'yes'],
    ['area', '-1'],
    ['area', '1e3'],
    ['area', ''],
    ['q', ''],
  ])('counts as if it were not there where it is wrong: %s=%s', (name, value) => {
    expect(readValues(barn.search, { [name]: value })).toEqual({})
  })

  test('is nothing the screen does not know, whatever its name', () => {
    expect(readValues(barn.search, { constructor: 'x', colour: 'red' })).toEqual({})
  })
})
