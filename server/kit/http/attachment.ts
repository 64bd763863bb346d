/**
 * Value of the header content-disposition for a file of this name. Headers hold plain letters alone: programs that know no
 * better read those, all others the whole name (RFC 6266).
 */
export const dispositionOf = (name: string, kind: 'attachment' | 'inline' = 'attachment'): string => {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w. -]/g, '_')
  return plain === name
    ? `${kind}; filename="${name}"`
    : `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
