const follow = (href: string, name?: string): void => {
  const link = document.createElement('a')
  link.href = href
  if (name !== undefined) link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Begins the download of an address that answers with a file; the page stays. */
export const followFile = (path: string): void => follow(path)

const A_WHILE = 60_000

/** Gives the person a file that was made here. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  follow(address, name)
  // Some browsers begin to read it only later.
  setTimeout(() => URL.revokeObjectURL(address), A_WHILE)
}
