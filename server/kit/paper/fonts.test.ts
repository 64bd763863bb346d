import { expect, test } from 'vitest'
import { pdfText } from '../../testing/pdf-text.ts'
import print from './print.ts'

const textOf = async (text: string): Promise<string> => {
  const words = { title: '', language: 'en' as const, subtitle: '', footer: '' }
  const { pdf } = await print({ ...words, blocks: [{ kind: 'text', text }] })
  return pdfText(Buffer.from(pdf)).join(' ')
}

test('a letter can be read that an earlier paper had only as a part of another', async () => {
  expect(await textOf('Çåéñü')).toContain('Çåéñü')
  expect(await textOf('Caenu')).toContain('Caenu')
})
