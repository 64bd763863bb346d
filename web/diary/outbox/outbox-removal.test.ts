import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFailed } from '#shared/contract/call.ts'
import { newId } from '../../kit/browser/new-id.ts'
import { keptAfterAll, removed, removedIds } from './outbox-removal.ts'
import { createSender, type OutboxServer } from './outbox-sender.ts'
import { changeOutboxItem, dropInspectionDraft, readOutboxItems, tidy } from './outbox-store.ts'
import { createServer, put, SAMPLE_PAYLOAD, USER } from './outbox-testing.ts'

const senderOf = (server: OutboxServer) =>
  createSender({ server, userId: () => USER, changed: () => undefined, progress: () => undefined }).send

const stored = async (id: string) => (await readOutboxItems(USER)).find(outboxItem => outboxItem.id === id)

beforeEach(async () => {
  for (const { id } of await readOutboxItems(USER)) await changeOutboxItem(id, () => null)
})

describe('[specification §3] deleting an inspection, and taking it back', () => {
  const removal = async (server: OutboxServer) => {
    const { id } = await server.create({ client_id: newId(), ...SAMPLE_PAYLOAD })
    return put({ inspection_id: id, is_new: false, base: SAMPLE_PAYLOAD, remove: true })
  }
  const idsRemoved = async (readAt: number) => [...removedIds(await readOutboxItems(USER), readAt)]

  test('before it was sent nothing is left of it', async () => {
    const { server, rows } = createServer()
    const { id, inspection_id } = await removal(server)
    expect(await idsRemoved(Date.now())).toEqual([inspection_id])
    expect(await changeOutboxItem(id, keptAfterAll)).toBeUndefined()
    await senderOf(server)()
    expect(rows.size).toBe(1)
    expect(await idsRemoved(0)).toEqual([])
  })

  test('without a network it does not leave, so nothing is left of it either', async () => {
    const { server } = createServer()
    const { id } = await removal(server)
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await senderOf(server)()
    offline.mockRestore()
    expect(await stored(id)).toMatchObject({ state: 'waiting', trying: null, tries: 0 })
    expect(await changeOutboxItem(id, keptAfterAll)).toBeUndefined()
  })

  test('after it was sent it is brought back there', async () => {
    const { server, rows } = createServer()
    const { id, inspection_id } = await removal(server)
    await senderOf(server)()
    expect(rows.size).toBe(0)
    expect([await idsRemoved(0), await idsRemoved(Date.now() + 1)]).toEqual([[inspection_id], []])
    await changeOutboxItem(id, keptAfterAll)
    await senderOf(server)()
    expect(rows.size).toBe(1)
    expect(await stored(id)).toBeUndefined()
  })

  test.each(['before', 'after', 'during'])('and where nobody knows whether it arrived: lost %s', async when => {
    const { server, rows } = createServer()
    const { id } = await removal(server)
    const lost: OutboxServer['remove'] = async inspectionId => {
      if (when === 'during') await changeOutboxItem(id, keptAfterAll)
      if (when !== 'before') await server.remove(inspectionId)
      if (when !== 'during') throw new CallFailed(0, {})
    }
    await senderOf({ ...server, remove: lost })()
    await changeOutboxItem(id, keptAfterAll)
    await senderOf(server)()
    expect(rows.size).toBe(1)
    expect(await stored(id)).toBeUndefined()
  })

  test('a change that waited beneath is sent then, with its photo', async () => {
    const { server, rows } = createServer()
    const { id: inspectionId } = await server.create({ client_id: newId(), ...SAMPLE_PAYLOAD })
    const written = { ...SAMPLE_PAYLOAD, notes: 'Pen 4 is wet' }
    const { id } = await put({ inspection_id: inspectionId, is_new: false, base: SAMPLE_PAYLOAD, written }, 1)
    await changeOutboxItem(id, removed)
    await senderOf(server)()
    expect(rows.size).toBe(0)
    await dropInspectionDraft('while it is written')
    await tidy(0)
    await changeOutboxItem(id, keptAfterAll)
    await senderOf(server)()
    const [row] = rows.values()
    expect([row?.written.notes, row?.photos.size]).toEqual(['Pen 4 is wet', 1])
  })
})
