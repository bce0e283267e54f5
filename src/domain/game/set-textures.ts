import { dayMs, minuteMs } from '../../lib/measure/units.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { takeFromBudget, waitForAll } from '../../storage/limits/budgets.ts'
import { setTextureColumns, storeTextures, type TextureColumns } from '../../storage/textures/textures.ts'
import { wearsFromShelf } from '../../storage/wardrobe/shelf-wearers.ts'
import { lockedAccount } from '../accounts/find.ts'
import { change } from '../change.ts'
import { refuseSuspended } from '../characters/account-only.ts'
import type { ChangeContext, PictureContext, ReadContext } from '../context.ts'
import { reportIfAlike } from '../moderation/likeness.ts'
import { type CleanTexture, cleanTexture, type SentTexture } from './clean.ts'
import { refuseChangedTexture, refuseUpload, refuseUploadAtOnce } from './uploads.ts'

type Deps = ChangeContext & PictureContext

type SentTextures = Partial<Record<TextureKind, SentTexture>>

/** The limit on uploads of one account. Players who try on everything they have need not wait, but programs must. */
export const uploadBudget = { size: 60, refillMs: minuteMs }

/** Textures that are taken off within this time of being set are not kept. */
export const recentMs = dayMs

const budgetKey = (accountId: string): string => `upload:${accountId}`

const tooMany = (waitMs: number, id: string): Refused =>
  new Refused('too_many_uploads', { retryAfter: Math.ceil(waitMs / 1000), about: { id } })

/** Throws Refused `too_many_uploads` if the upload would be refused anyway, for the price of a read. */
export async function refuseSpentUploads({ db, clock }: ReadContext, accountId: string): Promise<void> {
  const taking = { key: budgetKey(accountId), budget: uploadBudget }
  const waitMs = await waitForAll(db, clock(), [taking])
  if (waitMs > 0) throw tooMany(waitMs, accountId)
}

/** Takes one from the budget of the account's uploads. Throws Refused `too_many_uploads` if it is spent. */
export async function takeUpload({ db, clock }: ReadContext, accountId: string): Promise<void> {
  const waitMs = await takeFromBudget(db, budgetKey(accountId), clock(), uploadBudget)
  if (waitMs > 0) throw tooMany(waitMs, accountId)
}

/**
 * Sets a texture for a player. Throws Refused `too_many_uploads` if the account's budget is spent, and `skins_off`,
 * `capes_off`.
 */
export async function uploadTexture(
  context: Deps,
  by: Actor,
  accountId: string,
  kind: TextureKind,
  png: Buffer,
  model?: SkinModel,
): Promise<void> {
  await refuseUploadAtOnce(context, by, accountId, kind)
  await takeUpload(context, accountId)
  await setTexture(context, by, accountId, kind, png, model)
}

/** Sets one texture of the account. Throws Refused, having changed nothing. */
export function setTexture(
  context: Deps,
  by: Actor,
  accountId: string,
  kind: TextureKind,
  png: Buffer,
  model?: SkinModel,
): Promise<void> {
  return setTextures(context, by, accountId, { [kind]: { png, model } })
}

/** Sets several textures of the account, or none if one is refused. */
export async function setTextures(
  context: Deps,
  by: Actor,
  accountId: string,
  sent: SentTextures,
): Promise<void> {
  const files: CleanTexture[] = []
  const placed = (file: CleanTexture) => context.textureFiles.place(file, accountId)
  const columns: TextureColumns = {}
  if (sent.skin) {
    const skin = await placed(await cleanTexture(context, accountId, 'skin', sent.skin))
    files.push(skin)
    Object.assign(columns, { skin_hash: skin.hash, skin_model: skin.model })
  }
  if (sent.cape) {
    const cape = await placed(await cleanTexture(context, accountId, 'cape', sent.cape))
    files.push(cape)
    columns.cape_hash = cape.hash
  }
  const now = context.clock()
  const options = { now, recent: now - recentMs, isRemembered: isOwn(by, accountId) }
  await change(context, by, async (tx) => {
    const player = await lockedAccount(tx, accountId)
    refuseSuspended(by, player, context.clock())
    for (const kind of kinds) if (sent[kind]) await refuseUpload(context, tx, by, player, kind)
    if (!(await storeTextures(tx, accountId, columns, files, options))) {
      throw new Refused('account_unknown')
    }
    for (const file of files) await reportIfAlike(context, tx, { player, ...file })
    return {
      events: [
        ...setEvents(accountId, 'skin', columns.skin_hash),
        ...setEvents(accountId, 'cape', columns.cape_hash),
      ],
    }
  })
}

const kinds = ['skin', 'cape'] as const

const setEvents = (account: string, texture: TextureKind, hash: string | null | undefined): AuditEvent[] =>
  typeof hash === 'string' ? [{ event: 'texture.set', account, details: { texture, hash } }] : []

/** Only textures that the player replaced can be set again, not those that somebody else removed or replaced. */
const isOwn = ({ kind, id, character }: Actor, accountId: string): boolean =>
  kind === 'account' && (id === accountId || character?.id === accountId)

/**
 * Removes the account's texture of this kind, also a cape that is hidden. Does nothing if it has none. Throws Refused
 * `skins_off`, `capes_off`, unless it is one of a group.
 */
export async function removeTexture(
  context: ChangeContext,
  by: Actor,
  accountId: string,
  kind: TextureKind,
): Promise<void> {
  const bare: TextureColumns = kind === 'skin' ? { skin_hash: null, skin_model: null } : { cape_hash: null }
  const options = { now: context.clock(), isRemembered: isOwn(by, accountId) }
  await change(context, by, async (tx) => {
    const row = await lockedAccount(tx, accountId)
    refuseSuspended(by, row, context.clock())
    if (!(await wearsFromShelf(tx, accountId, kind))) await refuseChangedTexture(context, tx, by, row, kind)
    if ((kind === 'skin' ? row.skin_hash : (row.cape_hash ?? row.hidden_cape)) === null) return { events: [] }
    await setTextureColumns(tx, accountId, bare, options)
    return { events: [{ event: 'texture.removed', account: accountId, details: { texture: kind } }] }
  })
}
