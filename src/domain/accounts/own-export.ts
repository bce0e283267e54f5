import { isoTime, isoTimeOrNull } from '../../lib/instant.ts'
import type { Account } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { attemptsOf } from '../../storage/attempts.ts'
import { insertAuditEntry } from '../../storage/audit.ts'
import { textureByHash } from '../../storage/textures.ts'
import { listAudit } from '../audit/list.ts'
import { auditEntry } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { listDevices } from '../devices.ts'
import { listGrants } from '../oauth/grants.ts'
import { formerSkins } from '../textures/former-skins.ts'
import { usernameHistory } from './rename.ts'

/** What the event loop does in between is not held up by more than that. */
const entriesAtOnce = 50

/** All that is held about the account, without what proves it: no password, no secret, no token. Instants are ISO 8601. */
export async function exportOwnData(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  by: Actor,
  account: Account,
) {
  const { id, username, email, language, createdAt, hasSecondFactor, suspension, textures, roles } = account
  // Alone, not as a transaction: nothing else that is to be written waits for this request meanwhile.
  await insertAuditEntry(
    context.db,
    auditEntry(context, by, { event: 'account.exported', account: id, details: {} }),
  )
  const names = await usernameHistory(context, account)
  const devices = await listDevices(context, account)
  const grants = await listGrants(context, account)
  return {
    account: {
      id,
      username,
      email: email ?? null,
      language,
      createdAt: isoTime(createdAt),
      hasSecondFactor,
      roles,
    },
    suspension: suspension
      ? {
          at: isoTime(suspension.at),
          until: isoTimeOrNull(suspension.until),
          reason: suspension.reason ?? null,
        }
      : null,
    usernames: names.map((name) => ({ username: name.username, changedAt: isoTime(name.changedAt) })),
    skin: textures.skin ? { ...textures.skin, png: await pngOf(context, textures.skin.hash) } : null,
    cape: textures.cape ? { ...textures.cape, png: await pngOf(context, textures.cape.hash) } : null,
    formerSkins: await formerSkins(context, id),
    devices: devices.map(({ kind, userAgent, address, firstUsedAt, lastUsedAt }) => ({
      kind,
      userAgent,
      address,
      firstUsedAt: isoTime(firstUsedAt),
      lastUsedAt: isoTime(lastUsedAt),
    })),
    applications: grants.map((grant) => ({
      name: grant.clientName,
      clientId: grant.clientId,
      scope: grant.scope,
      since: isoTime(grant.createdAt),
    })),
    attempts: (await attemptsOf(context.db, [id])).map(({ at, step, reason, address }) => ({
      at: isoTime(at),
      step,
      reason,
      address,
    })),
    audit: await allAudit(context, id),
  }
}

/** The file in Base64; null where it is gone by now. */
const pngOf = async ({ db }: Pick<Context, 'db'>, hash: string): Promise<string | null> =>
  (await textureByHash(db, hash))?.toString('base64') ?? null

/** The newest first. */
async function allAudit(context: Pick<Context, 'db'>, account: string) {
  const entries = []
  for (let after: string | undefined; ; ) {
    const page = await listAudit(context, { account, after, limit: entriesAtOnce })
    entries.push(...page)
    after = page.at(-1)?.id
    if (page.length < entriesAtOnce) return entries
  }
}
