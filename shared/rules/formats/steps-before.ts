/** Steps of a section that come before one of its parts: an example between them does not begin the count anew. */
export const stepsBefore = (parts: readonly unknown[], index: number): number =>
  parts
    .slice(0, index)
    .reduce<number>(
      (sum, part) =>
        sum + (typeof part === 'object' && part !== null && 'steps' in part ? (part.steps as unknown[]).length : 0),
      0,
    )
