import { pngSize } from '../../lib/files/png.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import { systemActor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { likenessDigits, nearDigits, resembles } from '../../model/game/likeness.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import { likenessReason } from '../../model/game/texture-report.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import {
  countSystemReports,
  countSystemReportsOf,
  insertNewReport,
  wasKept,
} from '../../storage/wardrobe/reports.ts'
import { likenessesWith } from '../../storage/wardrobe/taken-down.ts'
import { record } from '../audit/record.ts'
import type { ChangeContext, PictureContext } from '../context.ts'
import { newReport, reportedEvent } from './report.ts'

/** Two likenesses that are near have one of these bands in common: there is one more of them than digits that may differ. */
const bands = nearDigits + 1
const digitsPerBand = likenessDigits / bands

/** The most open reports by the service: in all, so that people always find room, and of textures of one account. */
export const maxSystemReports = { all: 2000, account: 5 }

/** Returns the bands of a likeness, each with its place. */
export const bandsOf = (likeness: string): string[] =>
  Array.from(
    { length: bands },
    (_, place) => `${place}${likeness.slice(place * digitsPerBand, (place + 1) * digitsPerBand)}`,
  )

/**
 * Reads a stored file, and returns its likenesses as a skin and as a cape. Undefined if it can't be read, which does not keep
 * anybody from taking it down. Throws GateFull.
 */
export async function likenessOfFile(
  { imageWork }: PictureContext,
  file: Buffer,
): Promise<Record<TextureKind, string> | undefined> {
  const size = pngSize(file)
  if (!size) return undefined
  try {
    const image = await imageWork.decode(file, size, { groups: ['moderation'] })
    return {
      skin: await imageWork.likeness(image, 'skin'),
      cape: await imageWork.likeness(image, 'cape'),
    }
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** A picture that a player has just put on or kept. */
export interface NewPicture {
  player: { id: string; username: string; owner_id: string | null }
  hash: string
  kind: TextureKind
  model: SkinModel
  likeness: string
}

/**
 * Reports a picture that resembles one that was taken down, once, unless moderators have kept it. Never refuses anything:
 * skins share shading and outlines.
 */
export async function reportIfAlike(
  context: ChangeContext,
  tx: Transaction,
  { player, hash, kind, model, likeness }: NewPicture,
): Promise<void> {
  const near = await likenessesWith(tx, bandsOf(likeness))
  if (!near.some((other) => resembles(other.likeness, likeness))) return
  if (await wasKept(tx, hash)) return
  if ((await countSystemReportsOf(tx, player.owner_id ?? player.id)) >= maxSystemReports.account) return
  if ((await countSystemReports(tx)) >= maxSystemReports.all) return
  const texture = {
    subject: hash,
    hash,
    kind,
    model: kind === 'skin' ? model : null,
    player_id: player.id,
    player_name: player.username,
    is_visitor: 0 as const,
  }
  const row = {
    ...newReport(context, texture),
    reporter_id: null,
    is_system: 1 as const,
    reason: likenessReason,
  }
  if (await insertNewReport(tx, row)) await record(context, tx, systemActor, reportedEvent(texture))
}
