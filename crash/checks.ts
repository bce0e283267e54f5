// Compares the service after a restart with the answers that it gave before.
import type { Answer, Asking } from './asking.ts'
import type { Player } from './player.ts'
import type { Scene } from './scene.ts'
import { wrongOfWardrobe } from './wardrobe.ts'

/** Compares what a player was told with what the service says now, and adds to `wrong` what differs, in words. */
export async function wrongOf(
  player: Player,
  { asking }: Scene,
  members: ReadonlySet<string>,
  wrong: string[],
): Promise<void> {
  const { id } = player
  const must = (isRight: boolean, what: string) => void (isRight || wrong.push(`${id}: ${what}`))
  const account = JSON.parse((await asking.api('GET', `/accounts/${id}`)).text) as {
    username: string
    suspended: boolean
  }
  must(player.username.settle(account.username), `is called ${account.username}`)
  must(player.isSuspended.settle(account.suspended), `suspended is ${account.suspended}`)
  must(player.isMember.settle(members.has(id)), `is a member: ${members.has(id)}`)
  const worn = skinIn(await asking.ask('GET', `/session/profile/${id}?unsigned=true`))
  must(player.skin.settle(worn), `wears ${worn}`)
  if (worn !== null) {
    const { status } = await asking.ask('GET', `/textures/${worn}`)
    must(status === 200, `the file of its skin is ${status}`)
  }

  for (const [accessToken, claim] of player.tokens) {
    const { status } = await asking.post('/auth/validate', { accessToken })
    const says = status === 200 ? 'alive' : 'dead'
    must(claim.settle(says), `a token is ${says}`)
  }
  for (const [serverId, claim] of player.joins) {
    // If this is not answered, nobody knows afterwards.
    player.joins.delete(serverId)
    const { status } = await player.hasJoined(serverId)
    const says = status === 200 ? 'waiting' : 'taken'
    must(claim.settle(says), `the join ${serverId} is ${says}`)
    if (says === 'waiting')
      must((await player.hasJoined(serverId)).status !== 200, `the join ${serverId} was given twice`)
  }
  for (const [path, claim] of player.links) {
    const { status } = await asking.ask('GET', path)
    const says = status === 200 ? 'unused' : 'used'
    must(claim.settle(says), `a link is ${says}`)
  }
  if (player.next) {
    const { friends } = JSON.parse((await asking.api('GET', `/accounts/${id}/friends`)).text) as {
      friends: { id: string }[]
    }
    const isFriend = friends.some((one) => one.id === player.next?.id)
    must(player.isFriend.settle(isFriend), `is a friend of the next player: ${isFriend}`)
  }
  if (account.suspended) return
  const signedIn = await signedInWith(player, asking, (accessToken) =>
    wrongOfWardrobe(player, asking, accessToken),
  )
  must(signedIn !== undefined, 'no password signs in')
  for (const what of signedIn ?? []) must(false, what)
}

/** Signs in, since a password is known by its effect alone, and looks. Returns undefined if no password is right. */
async function signedInWith<Seen>(
  player: Player,
  asking: Asking,
  look: (accessToken: string) => Promise<Seen>,
): Promise<Seen | undefined> {
  for (const password of player.password.possible) {
    const body = { username: player.username.known, password, clientToken: 'check' }
    const { status, text } = await asking.post('/auth/authenticate', body)
    if (status !== 200) continue
    const { accessToken } = JSON.parse(text) as { accessToken: string }
    player.password.settle(password)
    const seen = await look(accessToken)
    await asking.post('/auth/invalidate', { accessToken, clientToken: 'check' })
    return seen
  }
  return undefined
}

export function skinIn({ text }: Answer): string | null {
  const { properties } = JSON.parse(text) as { properties: { name: string; value: string }[] }
  const value = properties.find(({ name }) => name === 'textures')?.value ?? ''
  const { textures } = JSON.parse(Buffer.from(value, 'base64').toString() || '{"textures":{}}') as {
    textures: { SKIN?: { url: string } }
  }
  return textures.SKIN?.url.split('/').at(-1) ?? null
}
