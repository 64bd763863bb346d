/** Numbers of what somebody wrote that is in this browser alone: waiting to be sent, and begun and not saved. */
export interface Unsent {
  waiting: number
  begun: number
}

let read = async (): Promise<Unsent> => ({ waiting: 0, begun: 0 })

/** Says how it is read. Whoever puts the rooms together knows; the room of the account has no diary. */
export const readUnsentBy = (how: () => Promise<Unsent>): void => {
  read = how
}

export const readUnsent = (): Promise<Unsent> => read()
