/** A share (0 to 1) in percent. Only what is whole is 100, only what is nothing is 0. */
export const percentOf = (share: number): number => {
  const percent = Math.round(share * 100)
  if (percent === 100 && share < 1) return 99
  return percent === 0 && share > 0 ? 1 : percent
}
