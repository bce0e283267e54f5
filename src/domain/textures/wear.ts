import type { SkinModel } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import type { TextureKind } from '../../model/texture.ts'
import { takeFromBudget } from '../../storage/budgets.ts'
import { putOn, type TextureFile, takeOff, type WornColumns } from '../../storage/textures.ts'
import type { Context } from '../context.ts'
import { cleanTexture, type SentTexture } from './clean.ts'

type Needed = Pick<Context, 'db' | 'clock' | 'config' | 'imageWork'>

export type SentTextures = Partial<Record<TextureKind, SentTexture>>

/** Uploads of one account: a player who tries on all he has need not wait, and a program must. */
const uploadBudget = { size: 60, refillMs: 60_000 }

/** Textures that are taken off within so long of being put on are not kept. */
const recentMs = 86_400_000

/** As wearTexture, for a player: refuses with `too_many_uploads` where the account's budget is spent. */
export async function uploadTexture(
  context: Needed,
  accountId: string,
  kind: TextureKind,
  png: Buffer,
  model?: SkinModel,
): Promise<void> {
  const waitMs = await takeFromBudget(context.db, `upload:${accountId}`, context.clock(), uploadBudget)
  if (waitMs > 0) {
    throw new Refused('too_many_uploads', { retryAfter: Math.ceil(waitMs / 1000), about: accountId })
  }
  await wearTexture(context, accountId, kind, png, model)
}

/** Has the account wear one texture, from now on and everywhere. Throws Refused, having changed nothing. */
export function wearTexture(
  context: Needed,
  accountId: string,
  kind: TextureKind,
  png: Buffer,
  model?: SkinModel,
): Promise<void> {
  return wearTextures(context, accountId, { [kind]: { png, model } })
}

/** Has the account wear all of them, or none where one is refused. */
export async function wearTextures(context: Needed, accountId: string, sent: SentTextures): Promise<void> {
  const files: TextureFile[] = []
  const worn: WornColumns = {}
  if (sent.skin) {
    const { model, ...file } = await cleanTexture(context, accountId, 'skin', sent.skin)
    files.push(file)
    Object.assign(worn, { skin_hash: file.hash, skin_model: model })
  }
  if (sent.cape) {
    const { hash, png } = await cleanTexture(context, accountId, 'cape', sent.cape)
    files.push({ hash, png })
    worn.cape_hash = hash
  }
  const now = context.clock()
  const isThere = await context.db.transaction((tx) =>
    putOn(tx, accountId, worn, files, { now, recent: now - recentMs }),
  )
  if (!isThere) throw new Refused('account_unknown')
}

/** The account wears no texture of this kind any more. */
export async function takeOffTexture(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  kind: TextureKind,
): Promise<void> {
  const bare: WornColumns = kind === 'skin' ? { skin_hash: null, skin_model: null } : { cape_hash: null }
  if (!(await takeOff(db, accountId, bare))) throw new Refused('account_unknown')
}
