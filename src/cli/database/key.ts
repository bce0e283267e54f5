import { rotateKey } from '../../domain/operation/rotate-key.ts'
import { shownKey } from '../../present/key.ts'
import type { KnownKey } from '../../state/keys/signing-key.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { readCommand, writeCommand } from '../line/with-context.ts'

export const list = readCommand(async ({ keys, clock }, _: object, output) => {
  const rows = keys.all().map((key) => shownKey(key, keys.current(key.use), clock()))
  await output.list(rows, { use: 8, state: 10, kid: 43, createdAt: 24, signsFrom: 24, publishedUntil: 24 })
})

export const rotate = writeCommand(async (context, given: { use: KnownKey['use']; now: boolean }, output) => {
  const { keys, clock } = context
  const key = await rotateKey(context, commandActor(), given.use, { isStolen: given.now })
  output.object(shownKey(key, keys.current(key.use), clock()))
})
