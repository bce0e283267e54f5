// A player keeps skins in the wardrobe, names them, and takes them out.
import type { Random } from '../fuzz/random.ts'
import type { Asking } from './asking.ts'
import { Claim } from './claim.ts'
import type { Scene, Skin } from './scene.ts'

const path = '/api/v1/me/wardrobe'
const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` })

/** A player who keeps skins. */
export interface Keeper {
  /** By the hash of a skin, its name in the wardrobe, or null if it is not kept. */
  readonly kept: Map<string, Claim<string | null>>
  /** Ids in the wardrobe, by the hash. */
  readonly keptAs: Map<string, string>
  /** The hash of the skin that the player wears. */
  readonly skin: Claim<string | null>
  /** Access tokens that the service has given and not ended. */
  alive(): string[]
}

interface Item {
  id: string
  hash: string
  name: string | null
}

/** Does one thing with one skin. Throws Unanswered. */
export async function keepOrRemove(player: Keeper, { asking, skins }: Scene, random: Random): Promise<void> {
  const accessToken = player.alive()[0]
  if (accessToken === undefined || skins.length === 0) return
  const skin = random.pick(skins)
  const claim = player.kept.get(skin.hash) ?? new Claim<string | null>(null)
  player.kept.set(skin.hash, claim)
  if (claim.isOpen) return
  const id = player.keptAs.get(skin.hash)
  const name = `look ${random.below(1_000_000)}`
  if (claim.known === null) await claim.change(name, () => keep(player, asking, accessToken, skin, name))
  else if (random.chance(0.6))
    await claim.change(name, async () => {
      const headers = { ...bearer(accessToken), 'content-type': 'application/json' }
      const { status } = await asking.ask('PATCH', `${path}/${id}`, {
        headers,
        body: JSON.stringify({ name }),
      })
      if (status !== 200) asking.fail(`rename in the wardrobe: ${status}`)
      return status === 200
    })
  // Removing a texture also takes it off.
  else if (!player.skin.possible.includes(skin.hash))
    await claim.change(null, async () => {
      const { status } = await asking.ask('DELETE', `${path}/${id}`, { headers: bearer(accessToken) })
      if (status !== 204) asking.fail(`removal from the wardrobe: ${status}`)
      return status === 204
    })
}

async function keep(
  player: Keeper,
  asking: Asking,
  accessToken: string,
  { png, hash }: Skin,
  name: string,
): Promise<boolean> {
  const body = new FormData()
  body.append('name', name)
  body.append('file', new Blob([new Uint8Array(png)]))
  const { status, text } = await asking.ask('POST', path, { body, headers: bearer(accessToken) })
  // The limit on uploads.
  if (status === 429) return false
  if (status !== 201) asking.fail(`wardrobe: ${status} ${text.slice(0, 200)}`)
  else player.keptAs.set(hash, (JSON.parse(text) as Item).id)
  return status === 201
}

/** Compares the wardrobe with what was answered. Returns what is wrong, in words. */
export async function wrongOfWardrobe(
  player: Keeper,
  asking: Asking,
  accessToken: string,
): Promise<string[]> {
  const { text } = await asking.ask('GET', path, { headers: bearer(accessToken) })
  const { items } = JSON.parse(text) as { items: Item[] }
  const wrong: string[] = []
  for (const [hash, claim] of player.kept) {
    const item = items.find((one) => one.hash === hash)
    if (item) player.keptAs.set(hash, item.id)
    if (!claim.settle(item?.name ?? null)) wrong.push(`a skin in the wardrobe is ${item?.name ?? 'gone'}`)
  }
  return wrong
}
