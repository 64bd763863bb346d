/** Parts of the address of a broker, which always has a port. Older browsers read no host and no port of `mqtt:` by `URL`. */
export const brokerOf = (address: string): { host: string; port: string; isSecure: boolean } => {
  const [, scheme, host = '', port = ''] = /^(mqtts?):\/\/(.+):(\d+)$/.exec(address) ?? []
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port, isSecure: scheme === 'mqtts' }
}
