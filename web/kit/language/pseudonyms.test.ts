import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { createPseudonyms, type Named } from './pseudonyms.ts'

const fresh = () =>
  createPseudonyms((named: Named, nth) => (['lat', 'lon'].includes(named) ? 50 + nth / 1000 : `<${named} ${nth}>`))

const location = {
  id: 1,
  name: 'Zonneveld',
  country_code: 'NL',
  tag: 'Customer Jansen',
  time_zone: 'Europe/Amsterdam',
  lat: 51.3,
  owners: ['marieke@zonneveld.nl'],
  areas: [{ id: 3, name: 'Piglet room 3', area_type_id: 7, group_items: [{ id: 1, name: 'Pen by the door' }] }],
}
const device = {
  id: 5,
  name: 'West wall',
  device_name: 'BM 2041',
  plan: 'pro',
  placement: { location_name: 'Zonneveld', area_name: 'Piglet room 3' },
}

describe('[specification §2] demo mode', () => {
  test('replaces names of places and people, and nothing else', () => {
    expect(fresh().hide(location)).toEqual({
      ...location,
      name: '<location 1>',
      tag: '<tag 1>',
      lat: 50.001,
      owners: ['<email 1>'],
      areas: [{ ...location.areas[0], name: '<area 1>', group_items: [{ id: 1, name: '<group 1>' }] }],
    })
  })

  test('calls the same place the same everywhere', () => {
    const names = fresh()
    const [place, one] = names.hide([location, device] as const)
    expect(one.placement).toEqual({ location_name: place.name, area_name: place.areas[0]?.name })
    expect(one).toMatchObject({ name: '<device 1>', device_name: '<label 1>' })
    expect(names.hide({ device_name: 'West wall', area_name: 'Piglet room 4' })).toEqual({
      device_name: '<device 1>',
      area_name: '<area 2>',
    })
  })

  test('hides what is hidden already no second time', () => {
    const names = fresh()
    const once = names.hide(location)
    expect(names.hide(once)).toEqual(once)
  })

  test('gives the true names back, so that saving a form renames nothing', () => {
    const names = fresh()
    expect(names.reveal(names.hide([location, device]))).toEqual([location, device])
    names.hide(location)
    expect(names.reveal({ name: '<location 1>', ubn: 'new', count: 3 })).toEqual({
      name: 'Zonneveld',
      ubn: 'new',
      count: 3,
    })
  })

  test('takes names out of sentences and mails', () => {
    const names = fresh()
    names.hide(device)
    expect(names.hideIn('Busy in this period: Piglet room 3.')).toBe('Busy in this period: <area 1>.')
    expect(names.hide({ recipient: 'a@b.nl', text: 'Hello West wall, write to c@d.nl', subject: 'x' })).toEqual({
      recipient: '<email 1>',
      text: 'Hello <device 1>, write to <email 2>',
      subject: 'x',
    })
  })

  test('takes names out of what an export is of, and of how its file begins', () => {
    const names = fresh()
    names.hide(device)
    const head = [
      ['time', 'name', 't_degC'],
      ['2026-11-17T00:00:00+01:00', 'West wall', '25.9'],
    ]
    expect(names.hide({ names: ['West wall'], head })).toEqual({
      names: ['<device 1>'],
      head: [head[0], [head[1]?.[0], '<device 1>', '25.9']],
    })
  })

  test('hides who is on an alert, who was told, and what people wrote about it', () => {
    const alert = {
      rule_name: 'Fans of Zonneveld',
      threshold_value: 20,
      acknowledged: { name: 'Marieke', at: '2026-11-21T05:00:00Z', note: 'At Jan' },
      checks: ['Ask Jan', 'Fan 2'],
      deliveries: [{ name: 'Marieke', channel: 'email', error: 'jan@example.nl refused' }],
    }
    expect(fresh().hide(alert)).toEqual({
      rule_name: '<rule 1>',
      threshold_value: 20,
      acknowledged: { name: '<person 1>', at: '2026-11-21T05:00:00Z', note: '<note 1>' },
      checks: ['<note 2>', '<note 3>'],
      deliveries: [{ name: '<person 1>', channel: 'email', error: '<email 1> refused' }],
    })
    const rule = {
      name: 'Fans of Zonneveld',
      threshold_value: 20,
      area_type_id: null,
      device_name: null,
      recipients: ['jan@example.nl'],
    }
    const names = fresh()
    expect(names.hide(rule)).toEqual({ ...rule, name: '<rule 1>', recipients: ['<email 1>'] })
    expect(names.reveal(names.hide(rule))).toEqual(rule)
  })

  test('hides who did what to what in the audit log, and the fields that name somebody', () => {
    const entry = {
      user: 'Jan de Wit',
      object: 'location:7',
      object_name: 'Hoeve',
      before: { owners: 'jan@example.nl', share: 'read' },
      after: { owners: 'marieke@example.nl', share: 'edit' },
      address: '127.0.0.1',
      token_name: null,
    }
    expect(fresh().hide(entry)).toEqual({
      ...entry,
      user: '<person 1>',
      object_name: '<note 1>',
      before: { owners: '<email 1>', share: 'read' },
      after: { owners: '<email 2>', share: 'edit' },
    })
  })

  test('hides notes of a project, and a frozen version with its citation', () => {
    const pseudonyms = fresh()
    expect(
      pseudonyms.hide({ research_id: 1, title: 'Feed of Jan', text: 'Since Jan came', written_by: 'Marieke' }),
    ).toEqual({ research_id: 1, title: '<note 1>', text: '<note 2>', written_by: '<person 1>' })
    const frozen = {
      title: 'Winter air',
      authors: ['Marieke', 'Jan'],
      sha256: '0f',
      citation: { text: 'Marieke, Jan: Winter air', bibtex: '@misc{a, title={Winter air}}' },
    }
    expect(pseudonyms.hide(frozen)).toEqual({
      title: '<note 3>',
      authors: ['<person 1>', '<person 2>'],
      sha256: '0f',
      citation: { text: '<person 1>, <person 2>: <note 3>', bibtex: '@misc{a, title={<note 3>}}' },
    })
  })

  test('hides what somebody noted on a visit and the files beside it, and leaves lists and links', () => {
    const visit = { notes: 'Jan was here', reminder: 'Ask Jan', updated_by: 'Marieke' }
    expect(fresh().hide(visit)).toEqual({ notes: '<note 1>', reminder: '<note 2>', updated_by: '<person 1>' })
    const file = { name: 'Jan.pdf', content_type: 'application/pdf', address: '/api/inspections/files/1?signature=x' }
    expect(fresh().hide(file)).toEqual({ ...file, name: '<file 1>' })
    const list = { name: 'Daily round', area_type_id: 25, ready_made: true }
    expect(fresh().hide(list)).toEqual(list)
  })

  test('leaves quantities, lists and columns of numbers alone', () => {
    const lists = {
      manuals: [{ id: 1, key: 'device', name: 'Device' }],
      series: { t: { mean: [1, null], unit: '°C' } },
    }
    expect(fresh().hide(lists)).toEqual(lists)
  })

  test('gives a contact point another name and recipient, and leaves the address of its service', () => {
    const point = { name: 'Phone of Jan', only_act_now: true, settings: { server: 'https://ntfy.sh', to: '+491701' } }
    const { hide, reveal } = fresh()
    const hidden = hide(point)
    expect(hidden.settings.server).toBe('https://ntfy.sh')
    expect([hidden.name, hidden.settings.to]).not.toEqual([point.name, point.settings.to])
    expect(JSON.stringify(hidden)).not.toMatch(/Jan|491701/)
    expect(reveal(hidden)).toEqual(point)
  })

  /** Fields of answers that name neither a place nor a person. */
  const HARMLESS = new Set(
    `abbreviation agent api_token code color empty_since date_in date_out colour country country_code created_at current data_dir details eui field from key
    last_time last_read_at last_used_at last_value message next_attempt_at password_changed_at policy_accepted pq_name_unit source start
    tail time time_zone unit until value values version default_value sent_at end connection_status connection_type
    modem_status modem_network modem_operator last_seen_date spoke_date last_msg_date last_photo_date last_photo_ir_date pq
    passkeys_at oidc issuer faq_url consult_url feedback_email website_url map_style_url attribution mqtt_url compare deleted_at gone_at credit asked_at ends_at ended_at reported agreed_at week reported_at next_message_at
    script text wanted set_at hours_alone_until since owned_since decoder maker models profile id first_heard_at last_heard_at reason previous closed_at
    measurement found_at dismissed_at valid_from valid_until undone_at on_since secret uri backup_codes at body
    path time_path preset source last_message stored_at undo_until sent sample names note thumb web original
    finished_at expires_at updated_at started_at fired_at resolved_at worst_at silenced_until endpoint last_at
    webhook_url watched_at public_key url error changed_at day variant last_ok_at tested_at told_at confirmed_at now last_fired_at evaluated_at awake_since heard_at
    measured_at mailed_at pinged_at answered_at category checklist_name client_id content_type date today measured_since next parent photo_when reminder_date
    last_seen_at suspended_at joined_at shared_at ip browser before after firmware search token species species_name
    places_since animals_since process made_at object checksum timezone next_run written_at stopped_at published_at sha256 picture oldest_at began_at failed_at problem doi link
    retry_at last_sent_at secrets
    help application revision branch buildUser buildDate goVersion`.split(/\s+/),
  )
  // The words of an email are cleaned of the names met so far, which a made-up sample holds none of.
  const isLetter = (field: string, sample: object) =>
    ('recipient' in sample && ['subject', 'text', 'last_error'].includes(field)) ||
    ('channel' in sample && field === 'error') ||
    ('bibtex' in sample && ['text', 'bibtex'].includes(field))
  // The server itself puts numbers instead of names into what is frozen of a project.
  const isNumbered = (field: string, sample: object) =>
    ['location', 'area', 'device'].includes(field) &&
    (('placement' in sample && 'coverage' in sample) ||
      Object.keys(sample).every(one => ['location', 'from', 'lat', 'lon'].includes(one)))
  // In demo mode no screen is asked of the server (web/boot/boot.ts).
  const isPage = (field: string, sample: object) => field === 'html' && 'answers' in sample
  const isLink = (field: string, sample: object) =>
    field === 'address' && ('content_type' in sample || 'token_name' in sample)
  const objectsIn = (schema: z.core.JSONSchema.BaseSchema, found: Record<string, unknown>[] = []) => {
    for (const part of schema.anyOf ?? []) objectsIn(part, found)
    if (schema.items) objectsIn(schema.items as typeof schema, found)
    if (typeof schema.additionalProperties === 'object') objectsIn(schema.additionalProperties, found)
    if (schema.properties) found.push(schema.properties)
    for (const part of Object.values(schema.properties ?? {})) objectsIn(part as typeof schema, found)
    return found
  }
  const isText = (schema: z.core.JSONSchema.BaseSchema): boolean =>
    ([schema.type].flat().includes('string') && !schema.enum && schema.const === undefined) ||
    (schema.anyOf ?? []).some(isText)

  const answers = Object.entries<Endpoint>(api).filter(([, endpoint]) => endpoint.response)
  test.each(answers)('knows of each text in the answer of %s whether it names somebody', (call, { response }) => {
    const schema = z.toJSONSchema(response as z.ZodType, { io: 'output', unrepresentable: 'any' })
    const open = objectsIn(schema).flatMap(properties => {
      const texts = Object.keys(properties).filter(field => isText(properties[field] as typeof schema))
      const sample = Object.fromEntries(Object.keys(properties).map(field => [field, `true ${field}`]))
      const masked = fresh().hide({ group_items: [sample], sample })
      return texts.filter(
        field =>
          field !== 'name' &&
          !HARMLESS.has(field) &&
          !isLetter(field, sample) &&
          !isLink(field, sample) &&
          !isNumbered(field, sample) &&
          !isPage(field, sample) &&
          masked.sample[field] === sample[field],
      )
    })
    expect(open, call).toEqual([])
  })
})
