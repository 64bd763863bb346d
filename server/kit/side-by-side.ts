/** Works through these side by side, at most so many at once: a slow one takes one place and holds up no other. Throws what fails first. */
export const sideBySide = async (works: readonly (() => Promise<unknown>)[], atOnce: number): Promise<void> => {
  const rest = works.values()
  const takeTurns = async () => {
    for (const work of rest) await work()
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, works.length) }, takeTurns))
}
