import { createCharacter } from '../../domain/characters/create.ts'
import { findOwner, joinAccount } from '../../domain/characters/join.ts'
import { partCharacter } from '../../domain/characters/part.ts'
import { playersOf } from '../../domain/characters/players.ts'
import { makePrimary } from '../../domain/characters/primary.ts'
import { shownAccountDetails } from '../../present/account.ts'
import { shownPlayer } from '../../present/character.ts'
import { shownOneTimeLink } from '../../present/one-time-link.ts'
import { readCommand, writeCommand } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'
import { qrCode } from './qr-code.ts'

export const list = readCommand(async (context, given: { account: string }, output) => {
  const players = await playersOf(context, await namedAccount(context, given.account))
  await output.list(players.map(shownPlayer), {
    id: 32,
    username: 21,
    primary: 7,
    suspended: 9,
    createdAt: 24,
    deletesAt: 0,
  })
})

interface GivenCharacter {
  account: string
  name: string
  id: string | undefined
  reserved: boolean
}

export const create = writeCommand(async (context, given: GivenCharacter, output) => {
  const { name: username, id, reserved } = given
  const owner = await namedAccount(context, given.account)
  const character = await createCharacter(context, commandActor(), owner, { username, id, reserved })
  output.object(await shownAccountDetails(context, character))
})

export const primary = writeCommand(async (context, given: { name: string }, output) => {
  const player = await makePrimary(context, commandActor(), await namedAccount(context, given.name))
  const [owner] = await playersOf(context, player)
  const whose = owner?.player.id === player.id ? 'the account' : `the account ${owner?.player.username}`
  output.object(
    await shownAccountDetails(context, player),
    `The email address of ${whose} signs in ${player.username} from now on.`,
  )
})

interface GivenJoin {
  account: string
  owner: string
  'drop-email': boolean
}

export const join = writeCommand(async (context, given: GivenJoin, output) => {
  const account = await namedAccount(context, given.account)
  const owner = await findOwner(context, given.owner)
  const joining = { owner, dropEmail: given['drop-email'] }
  const joined = await joinAccount(context, commandActor(), account, joining)
  const name = joined.username
  output.object(
    await shownAccountDetails(context, joined),
    `${name} is a character of ${owner.username} now: it signs in as ${name} with the password of ${owner.username}.`,
  )
  output.note(`note: applications that knew ${name} by its id (sub) know ${owner.username} from now on`)
})

export const part = writeCommand(
  async (context, given: { name: string; email: string | undefined }, output) => {
    const { email } = given
    const character = await namedAccount(context, given.name)
    const { account, link } = await partCharacter(context, commandActor(), character, { email })
    const { id, username } = account
    if (!link) {
      output.object({ id, username, url: null, expiresAt: null }, `${username} is an account of its own now.`)
      const first = account.suspension ? `norn account restore ${username}, then ` : ''
      output.note(
        `note: it has no password yet; for a link to choose one: ${first}norn link create ${username}`,
      )
      return
    }
    const shown = shownOneTimeLink(link, context.config.baseUrl)
    output.object({ id, username, ...shown })
    output.picture(() => qrCode(shown.url))
  },
)
