interface Connection {
  write(bytes: Buffer): unknown
  destroyed?: boolean
}
interface Message {
  id: number | undefined
  stored: boolean
}

/** PUBACK of MQTT 3.1.1. */
const acknowledgement = (id: number): Buffer => Buffer.from([0x40, 2, id >> 8, id & 0xff])

/**
 * Acknowledges the messages of a connection in the order in which they came, each once it is stored. A message whose promise rejects is
 * never acknowledged, nor is any behind it: the broker brings them again.
 */
export const createAcknowledger = (mostWaiting: number) => {
  const byConnection = new WeakMap<Connection, Message[]>()
  let waiting = 0
  const held: (() => void)[] = []
  return {
    /** `next` is called when another message may come: at once, unless too many wait. */
    add: (connection: Connection, id: number | undefined, taken: Promise<void>, next: () => void): void => {
      const messages = byConnection.get(connection) ?? []
      byConnection.set(connection, messages)
      const message: Message = { id, stored: false }
      messages.push(message)
      waiting += 1
      const finished = () => {
        waiting -= 1
        held.shift()?.()
      }
      taken.then(
        () => {
          message.stored = true
          for (let [first] = messages; first?.stored; [first] = messages) {
            messages.shift()
            const { id } = first
            if (id !== undefined && !connection.destroyed) connection.write(acknowledgement(id))
          }
          finished()
        },
        () => finished(),
      )
      if (waiting < mostWaiting) next()
      else held.push(next)
    },
  }
}
