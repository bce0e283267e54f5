import { open } from 'node:fs/promises'
import type { SentTexture } from '../../domain/game/clean.ts'
import { removeTexture, setTextures } from '../../domain/game/set-textures.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import { maxTextureBytes } from '../../model/game/texture.ts'
import { shownWearer } from '../../present/account.ts'
import { CommandRefused, UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { withContext } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'

/** The models as they are stored; `classic` is the launchers' name for the default one. */
const models: Readonly<Record<string, SkinModel>> = { default: 'default', classic: 'default', slim: 'slim' }

interface Given {
  account: string
  skin: string | undefined
  model: string | undefined
  cape: string | undefined
}

export async function set({ account, skin, model, cape }: Given, output: Output): Promise<void> {
  if (skin === undefined && cape === undefined) throw new UsageError('give --skin FILE, --cape FILE or both')
  if (model !== undefined && skin === undefined) throw new UsageError('--model needs --skin FILE')
  const sent: Partial<Record<'skin' | 'cape', SentTexture>> = {
    ...(skin !== undefined && { skin: { png: await readImage(skin, output), model: models[model ?? ''] } }),
    ...(cape !== undefined && { cape: { png: await readImage(cape, output) } }),
  }
  await withContext(output, async (context) => {
    const found = await namedAccount(context, account)
    await setTextures(context, commandActor(), found.id, sent)
    output.object(shownWearer(await namedAccount(context, found.id)))
  })
}

export async function remove(
  { account, skin, cape }: { account: string; skin: boolean; cape: boolean },
  output: Output,
): Promise<void> {
  if (!skin && !cape) throw new UsageError('give --skin, --cape or both')
  await withContext(output, async (context) => {
    const found = await namedAccount(context, account)
    if (skin) await removeTexture(context, commandActor(), found.id, 'skin')
    if (cape) await removeTexture(context, commandActor(), found.id, 'cape')
    output.object(shownWearer(await namedAccount(context, found.id)))
  })
}

/** Reads just enough of a file to notice that it is too large. Throws CommandRefused. */
export async function readImage(file: string, output: Output): Promise<Buffer> {
  try {
    await using opened = await open(output.path(file))
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(maxTextureBytes + 1), 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandRefused(`${file} cannot be read (${code}); give the path of a PNG file`, {
      cause: error,
    })
  }
}
