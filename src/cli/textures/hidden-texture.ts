import { restoreTexture, takeDownTexture } from '../../domain/moderation/take-down.ts'
import { listTextures, textureCalled } from '../../domain/moderation/textures.ts'
import { readRows } from '../../model/records/lists.ts'
import { shownTexture } from '../../present/texture.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { namedAccount } from '../accounts/named-account.ts'
import type { Output } from '../line/output.ts'
import { type GivenListOptions, readListOptions } from '../line/read-option.ts'
import { withReadOnlyContext, writeCommand } from '../line/with-context.ts'

interface Listed extends GivenListOptions {
  account: string | undefined
  hidden: boolean
}

export async function list({ account: named, hidden, ...given }: Listed, output: Output): Promise<void> {
  const wanted = readListOptions(given, output)
  await withReadOnlyContext(output, async (context) => {
    const account = named === undefined ? undefined : await namedAccount(context, named)
    const rows = readRows(wanted, async (part) =>
      (await listTextures(context, { ...part, account, hidden })).map((row) =>
        Object.assign(shownTexture(row), { id: row.hash }),
      ),
    )
    await output.list(rows, { hash: 64, kind: 4, bytes: 7, worn: 6, kept: 6, hidden: 6, reason: 0 })
  })
}

export const hide = writeCommand(
  async (context, { hash, reason }: { hash: string; reason: string | undefined }, output) => {
    await textureCalled(context, hash)
    await takeDownTexture(context, commandActor(), hash, { reason })
    output.object(
      shownTexture(await textureCalled(context, hash)),
      'Nobody wears it any longer, and nobody can upload it again. "norn texture unhide" brings it back within 30 days.',
    )
    const { baseUrl = '', texturesUrl, texturesPublicUrl } = context.config
    const publicAddress = texturesUrl && texturesPublicUrl
    const addresses = [`${baseUrl}/textures`, ...(publicAddress === undefined ? [] : [publicAddress])]
    const named = addresses.map((address) => `${address}/${hash}`).join(' and ')
    output.note(`note: remove ${named} from the cache of a proxy or CDN, if there is one`)
  },
)

export const unhide = writeCommand(async (context, { hash }: { hash: string }, output) => {
  await restoreTexture(context, commandActor(), hash)
  output.object(
    shownTexture(await textureCalled(context, hash)),
    'It can be worn and uploaded again. Nobody wears it by itself.',
  )
})
