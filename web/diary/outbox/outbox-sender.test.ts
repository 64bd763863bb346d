import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { CallFailed } from '#shared/contract/call.ts'
import { newId } from '../../kit/browser/new-id.ts'
import type { InspectionDraft } from '../inspection-form/draft/form-draft.ts'
import {
  type Attachment,
  again,
  differing,
  type InspectionPayload,
  type OutboxItem,
  resolved,
  unheld,
} from './outbox-item.ts'
import { removed } from './outbox-removal.ts'
import { createSender, type OutboxServer } from './outbox-sender.ts'
import {
  changeOutboxItem,
  dropInspectionDraft,
  readOriginal,
  readOutboxItems,
  submitDraft,
  tidy,
  writeDraft,
} from './outbox-store.ts'
import { createServer, put, SAMPLE_PAYLOAD, type StoredInspection, USER } from './outbox-testing.ts'

let user: number | null = USER

/** ms by which the clock is ahead: each sender begins when nothing has to wait any more. */
let ahead = 0
const optionsOf = (server: OutboxServer) => ({
  server,
  userId: () => user,
  changed: () => undefined,
  progress: () => undefined,
  now: () => Date.now() + ahead,
})
const senderOf = (server: OutboxServer) => {
  ahead += 10 * 60_000
  return createSender(optionsOf(server)).send
}

const stored = async (id: string) => (await readOutboxItems(USER)).find(outboxItem => outboxItem.id === id)

beforeEach(async () => {
  user = USER
  for (const { id } of await readOutboxItems(USER)) await changeOutboxItem(id, () => null)
})

describe('[beyond 9] nothing is lost and nothing is there twice', () => {
  test('whatever fails, before it was done or after, and however often everything begins anew', async () => {
    const failure = fc.constantFrom('none', 'before', 'after', 'broken', 'dead')
    const plan = fc.record({
      photos: fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
      failures: fc.array(failure, { maxLength: 14 }),
      /** Edits while something may be under way. */
      edits: fc.array(fc.nat(20), { maxLength: 3 }),
      twoTabs: fc.boolean(),
      /** Tells whether the server can be reached while a call has no answer. */
      there: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(plan, async ({ photos, failures, edits, twoTabs, there }) => {
        for (const { id } of await readOutboxItems(USER)) await changeOutboxItem(id, () => null)
        const { rows, server } = createServer()
        const left = [...failures]
        let calls = 0
        const outboxItems: OutboxItem[] = []
        const texts = new Map<string, string>()
        const troubled = Object.fromEntries(
          Object.entries(server).map(([name, act]) => [
            name,
            async (...args: unknown[]) => {
              const trouble = left.shift() ?? 'none'
              const edited = edits.includes(++calls) ? outboxItems[calls % outboxItems.length] : undefined
              if (edited) {
                const notes = `edit ${calls}`
                const after = await changeOutboxItem(edited.id, now =>
                  now.state === 'sent' ? now : { ...now, written: { ...now.written, notes } },
                )
                if (after && after.state !== 'sent') texts.set(edited.id, notes)
              }
              if (trouble === 'before') throw new CallFailed(0, {})
              if (trouble === 'broken') throw new CallFailed(500, {})
              const answer = await (act as (...args: unknown[]) => Promise<unknown>)(...args)
              if (trouble === 'after') throw new CallFailed(0, {})
              // The page is closed while the answer is on its way: nothing of this run goes on.
              if (trouble === 'dead') return new Promise(() => undefined)
              return answer
            },
          ]),
        ) as unknown as OutboxServer
        troubled.isReachable = async () => there
        for (const [nth, count] of photos.entries()) outboxItems.push(await put({ made_at: nth }, count))
        for (let turn = 0; turn < 40 && (turn < 2 || left.length > 0); turn += 1) {
          const tabs = [senderOf(troubled), ...(twoTabs ? [senderOf(troubled)] : [])]
          await Promise.all(tabs.map(send => Promise.race([send(), new Promise(end => setTimeout(end, 60))])))
        }
        await senderOf(server)()
        expect([...rows.keys()].sort()).toEqual(outboxItems.map(({ id }) => id).sort())
        for (const { id, parts } of outboxItems) {
          expect((await stored(id))?.state).toBe('sent')
          expect([...(rows.get(id)?.photos ?? [])].map(([key, photo]) => [key, photo.bytes]).sort()).toEqual(
            parts.map(part => [part.client_id, part.client_id]).sort(),
          )
          expect(rows.get(id)?.written.notes).toBe(texts.get(id) ?? 'Floor wet')
        }
      }),
      { numRuns: 60 },
    )
  })

  test('an inspection goes before its photos, and the bytes stay until they are acknowledged', async () => {
    const { server } = createServer()
    const outboxItem = await put({}, 2)
    const order: string[] = []
    const send = senderOf({
      ...server,
      create: body => {
        order.push('inspection')
        return server.create(body)
      },
      bytes: async (id, part, bytes, progress) => {
        order.push('photo')
        if (order.length === 3) throw new CallFailed(503, {})
        return server.bytes(id, part, bytes, progress)
      },
    })
    await send()
    expect(order).toEqual(['inspection', 'photo', 'photo'])
    const [first, second] = outboxItem.parts
    expect((await stored(outboxItem.id))?.parts.map(({ sent_id }) => sent_id !== null)).toEqual([true, false])
    expect(await readOriginal(second?.client_id ?? '')).toBeDefined()
    ahead += 10 * 60_000
    await send()
    expect((await stored(outboxItem.id))?.state).toBe('sent')
    expect(first).toBeDefined()
  })

  test('a refusal says why, holds up nobody else, and is cured by changing what was refused', async () => {
    const { server, rows } = createServer()
    const bad = await put({ made_at: 1, written: { ...SAMPLE_PAYLOAD, notes: 'refuse' } })
    const good = await put({ made_at: 2 })
    await senderOf(server)()
    expect(await stored(bad.id)).toMatchObject({ state: 'refused', refusal: { errors: { notes: ['no'] } }, tries: 1 })
    expect((await stored(good.id))?.state).toBe('sent')
    await changeOutboxItem(bad.id, now => again({ ...now, written: SAMPLE_PAYLOAD }))
    await senderOf(server)()
    expect(rows.get(bad.id)?.written.notes).toBe('Floor wet')
  })

  test('a draft leaves once, however often its button is pressed, and its bytes stay until nothing needs them', async () => {
    const outboxItem = await put({}, 1)
    const [part] = outboxItem.parts
    if (!part) throw new Error('it has a photo')
    const draft = { key: 'twice', parts: [part] } as unknown as InspectionDraft
    await writeDraft(draft)
    const tap = () => submitDraft(draft.key, outboxItem.id, before => ({ ...(before ?? outboxItem), made_at: 5 }))
    expect(await Promise.all([tap(), tap(), tap()])).toEqual([true, false, false])
    await writeDraft({ ...draft, key: 'another' })
    await senderOf(createServer().server)()
    expect((await stored(outboxItem.id))?.state).toBe('sent')
    expect(await readOriginal(part.client_id)).toBeDefined()
    await dropInspectionDraft('another')
    await tidy(0)
    expect(await readOriginal(part.client_id)).toBeUndefined()
    await tidy(Date.now() + ahead + 1)
    expect(await stored(outboxItem.id)).toBeUndefined()
  })

  test('a photo that never gets through holds up neither the other photos nor what was written after it', async () => {
    const { server, rows } = createServer()
    const first = await put({ made_at: 1 }, 3)
    const after = await put({ made_at: 2 }, 1)
    const [stuck] = first.parts
    let tries = 0
    const cut: OutboxServer = {
      ...server,
      isReachable: async () => true,
      bytes: (id, part, ...rest) => {
        if (part.client_id !== stuck?.client_id) return server.bytes(id, part, ...rest)
        tries += 1
        return Promise.reject(new CallFailed(0, {}, undefined, 413))
      },
    }
    const send = senderOf(cut)
    await send()
    expect((await stored(after.id))?.state).toBe('sent')
    expect(rows.get(first.id)?.photos.size).toBe(2)
    expect(await stored(first.id)).toMatchObject({
      state: 'waiting',
      parts: [{ held: { times: 1, foreign: 413 } }, {}, {}],
    })
    // The outbox item waits by its own time, whoever looks after the others meanwhile.
    for (let turn = 0; turn < 5; turn += 1) await send()
    expect(tries).toBe(1)
    await senderOf(cut)()
    expect(tries).toBe(2)
    expect((await stored(first.id))?.parts[0]?.held?.times).toBe(2)
    await changeOutboxItem(first.id, unheld)
    await createSender(optionsOf(server)).send()
    expect((await stored(first.id))?.state).toBe('sent')
  })

  test('while nobody is there at all nothing is held back: the next network sends it', async () => {
    const { server } = createServer()
    const outboxItem = await put()
    const send = senderOf({ ...server, create: () => Promise.reject(new CallFailed(0, {})) })
    await send()
    expect(await stored(outboxItem.id)).toMatchObject({ state: 'waiting', tries: 1 })
    expect((await stored(outboxItem.id))?.held).toBeUndefined()
    await createSender(optionsOf(server)).send()
    expect((await stored(outboxItem.id))?.state).toBe('sent')
  })

  test('a photo the server refuses is said once all else is there, and its bytes stay', async () => {
    const { server, rows } = createServer()
    const outboxItem = await put({}, 2)
    const [large] = outboxItem.parts
    const strict: OutboxServer = {
      ...server,
      bytes: (id, part, ...rest) =>
        part.client_id === large?.client_id
          ? Promise.reject(new CallFailed(413, { code: 'too_large' }))
          : server.bytes(id, part, ...rest),
    }
    await senderOf(strict)()
    expect(rows.get(outboxItem.id)?.photos.size).toBe(1)
    expect(await stored(outboxItem.id)).toMatchObject({
      state: 'refused',
      refusal: { status: 413, code: 'too_large', part: large?.client_id },
    })
    expect(await readOriginal(large?.client_id ?? '')).toBeDefined()
    await changeOutboxItem(outboxItem.id, again)
    await senderOf(server)()
    expect(rows.get(outboxItem.id)?.photos.size).toBe(2)
  })

  test('what a device has no room for goes straight to the server, and goes on where it was broken off', async () => {
    const { server, rows } = createServer()
    const outboxItem = { ...(await put({ made_at: 1 })), id: newId() }
    for (const { id } of await readOutboxItems(USER)) await changeOutboxItem(id, () => null)
    const broken = createSender(optionsOf({ ...server, create: () => Promise.reject(new CallFailed(502, {})) }))
    const last = await broken.sendUnkept(outboxItem)
    expect([last.state, last.trying]).toEqual(['waiting', SAMPLE_PAYLOAD])
    const done = await createSender(optionsOf(server)).sendUnkept(
      unheld({ ...last, written: { ...SAMPLE_PAYLOAD, notes: 'more' } }),
    )
    expect(done.state).toBe('sent')
    expect(rows.get(outboxItem.id)?.written.notes).toBe('more')
    expect(await stored(outboxItem.id)).toBeUndefined()
  })

  test('a photo the server has is taken out there, also one that is gone already; what is drawn on it follows', async () => {
    const { server, rows } = createServer()
    const { id } = await server.create({ client_id: newId(), ...SAMPLE_PAYLOAD })
    const bytes = { client_id: 'x', type: 'image/jpeg', bytes: new ArrayBuffer(1) }
    const photo = await server.bytes(id, { client_id: 'x' } as Attachment, bytes, () => undefined)
    const drawn: unknown[] = []
    const [arrow] = [{ type: 'arrow', from: [0, 0], to: [1, 1] }] as const
    const part = { client_id: 'y', sent_id: 99, annotation: [arrow], marked: true } as unknown as Attachment
    const outboxItem = await put({ inspection_id: id, base: SAMPLE_PAYLOAD, drop: [photo.id, 12345], parts: [part] })
    await senderOf({
      ...server,
      dropPhoto: async one => (one === 12345 ? Promise.reject(new CallFailed(404, {})) : server.dropPhoto(one)),
      marks: async (...told) => void drawn.push(told[0], told[1].marked),
    })()
    expect((await stored(outboxItem.id))?.state).toBe('sent')
    expect([...rows.values()][0]?.photos.size).toBe(0)
    expect(drawn).toEqual([99, true])
  })

  test('what somebody else drew on a photo meanwhile stays beside what was drawn and wiped out here', async () => {
    const { server } = createServer()
    const { id } = await server.create({ client_id: newId(), ...SAMPLE_PAYLOAD })
    const lineTo = (x: number) => ({
      type: 'arrow' as const,
      from: [0, 0] as [number, number],
      to: [x, 1] as [number, number],
    })
    const [wiped, stays, mine, theirs] = [lineTo(0.1), lineTo(0.2), lineTo(0.3), lineTo(0.4)]
    const there = { annotation: [wiped, stays], marked: true }
    const part = { client_id: 'y', sent_id: 99, annotation: [stays, mine], marked: true, marks_there: there }
    const outboxItem = await put({ inspection_id: id, base: SAMPLE_PAYLOAD, parts: [part as unknown as Attachment] })
    let photo = { annotation: [wiped, stays, theirs], marked: false }
    await senderOf({
      ...server,
      drawn: async () => photo.annotation,
      marks: async (_, { annotation_before, ...change }) => {
        if (annotation_before && JSON.stringify(annotation_before) !== JSON.stringify(photo.annotation))
          throw new CallFailed(409, { code: 'changed_meanwhile' })
        photo = { ...photo, ...(change as Partial<typeof photo>) }
      },
    })()
    expect((await stored(outboxItem.id))?.state).toBe('sent')
    // The mark was not touched here.
    expect(photo).toEqual({ annotation: [stays, theirs, mine], marked: false })
  })

  test('never as somebody else: it waits for the one who wrote it', async () => {
    const { server, rows } = createServer()
    await put()
    user = 8
    await senderOf(server)()
    user = null
    await senderOf(server)()
    expect(rows.size).toBe(0)
    user = USER
    await senderOf({ ...server, create: () => Promise.reject(new CallFailed(401, { code: 'invalid_token' })) })()
    expect((await readOutboxItems(USER)).map(({ state }) => state)).toEqual(['waiting'])
    await senderOf(server)()
    expect(rows.size).toBe(1)
  })
})

describe('[beyond: what users of peers complain about, 9] two change the same inspection', () => {
  const changeOfOne = async (server: OutboxServer, change: Partial<InspectionPayload>) => {
    const { id } = await server.create({ client_id: newId(), ...SAMPLE_PAYLOAD })
    await server.change(id, { version: 1, notes: 'Floor dry', answers: { fans: 'loud' } })
    return put({ inspection_id: id, base: SAMPLE_PAYLOAD, written: { ...SAMPLE_PAYLOAD, ...change } })
  }
  const now = (rows: Map<string, StoredInspection>) => [...rows.values()][0]?.written

  test('different fields: both stay', async () => {
    const { server, rows } = createServer()
    const { id } = await changeOfOne(server, { impression: 'bad', answers: { water: false } })
    await senderOf(server)()
    expect((await stored(id))?.state).toBe('sent')
    expect(now(rows)).toMatchObject({
      notes: 'Floor dry',
      impression: 'bad',
      answers: { water: false, fans: 'loud' },
    })
  })

  test.each([
    ['mine', 'Pen 4 is wet'],
    ['theirs', 'Floor dry'],
    ['both', 'Floor dry\nPen 4 is wet'],
  ] as const)('the same field: %s', async (choice, notes) => {
    const { server, rows } = createServer()
    const { id } = await changeOfOne(server, { notes: 'Pen 4 is wet', impression: 'good' })
    await senderOf(server)()
    expect(await stored(id)).toMatchObject({
      state: 'conflict',
      theirs: { by: 'Pieter', values: { notes: 'Floor dry' } },
    })
    expect(now(rows)?.notes).toBe('Floor dry')
    await changeOutboxItem(id, outboxItem => resolved(outboxItem, { notes: choice }))
    await senderOf(server)()
    expect((await stored(id))?.state).toBe('sent')
    expect(now(rows)).toMatchObject({ notes, impression: 'good' })
  })

  test('a change whose answer was lost and that was edited since then is no conflict with itself', async () => {
    const { server, rows } = createServer()
    const { id } = await server.create({ client_id: newId(), ...SAMPLE_PAYLOAD })
    const outboxItem = await put({
      inspection_id: id,
      base: SAMPLE_PAYLOAD,
      written: { ...SAMPLE_PAYLOAD, notes: 'one' },
    })
    const lost: OutboxServer['change'] = async (...args) => {
      await server.change(...args)
      throw new CallFailed(0, {})
    }
    await senderOf({ ...server, change: lost })()
    await changeOutboxItem(outboxItem.id, before => ({ ...before, written: { ...before.written, notes: 'two' } }))
    await senderOf(server)()
    expect((await stored(outboxItem.id))?.state).toBe('sent')
    expect(now(rows)?.notes).toBe('two')
  })

  test('deleted there meanwhile: what was written here stays and says so; deleting twice is done', async () => {
    const { server } = createServer()
    const outboxItem = await changeOfOne(server, { notes: 'Pen 4 is wet' })
    await server.remove(outboxItem.inspection_id ?? 0)
    await senderOf(server)()
    expect(await stored(outboxItem.id)).toMatchObject({ state: 'refused', refusal: { code: 'not_found' } })
    await changeOutboxItem(outboxItem.id, removed)
    await senderOf(server)()
    expect((await stored(outboxItem.id))?.state).toBe('sent')
  })

  test('an answer that is taken back is a difference like any other', () => {
    expect(differing(SAMPLE_PAYLOAD, { ...SAMPLE_PAYLOAD, answers: {} })).toEqual(['answers.water'])
  })
})
