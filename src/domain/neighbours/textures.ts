import type { ForeignProfile } from '../../model/community/neighbour.ts'

/**
 * Returns a neighbour's signed textures property if all its addresses are at confirmed hosts, otherwise undefined: the
 * player is then shown without a skin, but may join. Games fetch these addresses, and hosts are compared as a whole.
 */
export function passableTextures(
  { textures }: Pick<ForeignProfile, 'textures'>,
  hosts: readonly string[],
): { value: string; signature: string } | undefined {
  if (textures?.signature === undefined) return undefined
  const { value, signature } = textures
  const payload: { textures?: unknown } = Object(JSON.parse(Buffer.from(value, 'base64').toString()))
  const entries: unknown[] = Object.values(Object(payload.textures))
  return entries.every((entry) => isAt(hosts, entry)) ? { value, signature } : undefined
}

function isAt(hosts: readonly string[], entry: unknown): boolean {
  const { url } = Object(entry) as { url?: unknown }
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
  const isPlain = port === '' && username === '' && password === ''
  return /^https?:$/.test(protocol) && isPlain && hosts.includes(hostname)
}
