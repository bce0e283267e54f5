import type { Client } from './http/client.ts'
import { trimmed } from './layouts/layout.ts'
import { openTarget, type Target } from './target.ts'

/** Finds the layout's paths below the root of one game server: where it names them, or as far below it as in the target. */
export async function openServerRoot(client: Client, url: string, target: Target): Promise<Target> {
  const aim = { url, layout: target.layout.name, hosts: {}, addresses: target.addresses }
  const found = await openTarget(client, aim)
  const below = (root: string): Target => ({
    ...found,
    layout: target.layout,
    root,
    addresses: target.layout.addresses(root, {}),
  })
  if (target.layout.name !== 'authlib-injector') return below(trimmed(url))
  if (found.root.startsWith(trimmed(url)) && found.metadata !== undefined) return found
  const inner = target.root.startsWith(trimmed(target.url))
    ? target.root.slice(trimmed(target.url).length)
    : ''
  return below(`${trimmed(url)}${inner}`)
}
