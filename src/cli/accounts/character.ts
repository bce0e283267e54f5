import { createCharacter } from '../../domain/characters/create.ts'
import { playersOf } from '../../domain/characters/players.ts'
import { makePrimary } from '../../domain/characters/primary.ts'
import { shownAccountDetails } from '../../present/account.ts'
import { shownPlayer } from '../../present/character.ts'
import { readCommand, writeCommand } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'

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
