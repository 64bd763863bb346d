import { expect, test } from 'vitest'
import { AERIAL_SOURCE, aerialStyle } from './aerial.ts'

test('pictures lie over the outlines, and the name of who gives them is no markup', () => {
  const url = 'https://pictures.example/{z}/{x}/{y}.jpeg'
  const nowhere = { type: 'FeatureCollection' as const, features: [] }
  const { sources, layers } = aerialStyle({ url, attribution: '<b>Survey</b> & Sons' }, nowhere, 'light')
  expect(sources[AERIAL_SOURCE]).toMatchObject({
    type: 'raster',
    tiles: [url],
    attribution: '&lt;b&gt;Survey&lt;/b&gt; &amp; Sons',
  })
  expect(layers.map(({ id }) => id)).toEqual(['sea', 'land', 'borders', AERIAL_SOURCE])
})
