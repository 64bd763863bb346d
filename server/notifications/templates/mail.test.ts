import { describe, expect, test } from 'vitest'
import { writeMail } from './mail.ts'

const about = {
  language: 'de' as const,
  text: 'Klimabericht der Woche',
  action: { label: 'Bericht öffnen', link: 'https://barn.example/r' },
  after: 'Gesendet von Anna.',
}
const climate = {
  title: 'Stall <1>',
  text: 'Kein Grenzwert wurde überschritten.',
  table: {
    columns: ['Messgröße', 'Min.', 'Mittel', 'Note'],
    rows: [
      ['Temperatur, °C', '18,2', '21,0', '8,1'],
      ['Luftfeuchte, %', '40', '55', '–'],
    ],
  },
}
const plain = (html: string) => html.replaceAll(/ style="[^"]*"/g, '')

describe('a mail', () => {
  test('says its language, also to programs that show its body alone', () => {
    const { html } = writeMail(about)
    expect(plain(html)).toMatch(/^<!doctype html><html lang="de">[\s\S]*<div lang="de">/)
  })

  test('has numbers in a table with heads of columns and rows, below the name of what they are about', () => {
    const html = plain(writeMail({ ...about, sections: [climate] }).html)
    expect(html).toContain('<h2>Stall &lt;1&gt;</h2><p>Kein Grenzwert wurde überschritten.</p><table cellpadding="4">')
    expect(html).toContain('<thead><tr><th scope="col">Messgröße</th><th scope="col">Min.</th>')
    expect(html).toContain('<tr><th scope="row">Temperatur, °C</th><td>18,2</td><td>21,0</td><td>8,1</td></tr>')
  })

  test('has a table of one value in a row without heads of columns', () => {
    const rows = [['Ammoniak', '3,2 kg (2,9–3,5)']]
    const html = plain(writeMail({ ...about, sections: [{ title: 'Stall', table: { columns: null, rows } }] }).html)
    expect(html).toContain(
      '<table cellpadding="4"><tbody><tr><th scope="row">Ammoniak</th><td>3,2 kg (2,9–3,5)</td></tr></tbody></table>',
    )
    expect(html).not.toContain('scope="col"')
  })

  test('names each number in its plain text, too', () => {
    const { text } = writeMail({ ...about, sections: [climate, { text: 'Eine Fläche fehlt.' }] })
    expect(text).toMatch(/^Klimabericht der Woche\n\nStall <1>\nKein Grenzwert wurde überschritten.\nTemperatur, °C: /)
    expect(text).toContain('Luftfeuchte, %: Min. 40, Mittel 55, Note –\n\nEine Fläche fehlt.\n\nBericht öffnen:')
  })

  test('of twenty areas with twelve measurements is not cut by Gmail, which is at 102 KB', () => {
    const row = ['Relative Luftfeuchte der Zuluft, %', '1 018,2', '1 021,0', '1 022,4', '8,1']
    const columns = ['Messgröße', 'Min.', 'Mittel', 'Max.', 'Note']
    const table = { columns, rows: Array.from({ length: 12 }, () => row) }
    const text = 'Im Mittel nicht im Wohlfühlbereich: Temperatur, Luftfeuchte, Ammoniak. '.repeat(8)
    const sections = Array.from({ length: 20 }, () => ({ title: 'Abferkelstall', text, table }))
    expect(Buffer.byteLength(writeMail({ ...about, sections }).html)).toBeLessThan(100_000)
  })

  test('colours no word, so that it is read on the light or dark of the mail program', () => {
    const { html } = writeMail({ ...about, sections: [climate] })
    const styles = [...html.matchAll(/<(\w+)[^>]* style="([^"]*)"/g)]
    const coloured = styles.flatMap(([, element, style = '']) =>
      /(^|;)(color|background):/.test(style) ? [element] : [],
    )
    expect(coloured).toEqual(['a'])
  })
})
