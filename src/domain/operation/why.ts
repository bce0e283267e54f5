import type { Config } from '../../config/load.ts'
import { fold } from '../../lib/text/fold.ts'
import { type Account, accountKey, isUsername } from '../../model/accounts/account.ts'
import type { SignedInVia } from '../../model/accounts/credential.ts'
import { tellingDetails } from '../../model/records/attempt.ts'
import { nameClaim } from '../../storage/accounts/name-claims.ts'
import { formerOwner } from '../../storage/accounts/usernames.ts'
import { visitorsCalled } from '../../storage/community/visitors.ts'
import { attemptsOf } from '../../storage/records/attempts.ts'
import { catalogue } from '../../texts/catalogue.ts'
import { say, withoutIsolates } from '../../texts/say.ts'
import { findAccount } from '../accounts/find.ts'
import { listServers } from '../community/servers.ts'
import type { PasswordContext, ReadContext } from '../context.ts'
import { type Attempt, adviceOf, messageOf, newestFirst } from './why-advice.ts'
import { forPages, type WhyText, whyTextIn } from './why-text.ts'

/** Describes the reason for a refused attempt as a sentence. */
export function reasonInWords(reason: string, language: Config['language']): string {
  const { refused, refusedOtherwise } = catalogue(language).why
  const known: Readonly<Record<string, string>> = refused
  return (Object.hasOwn(known, reason) && known[reason]) || say(language, refusedOtherwise, { reason })
}

/** The reasons why a player can't join, as commands, pages and the API show them (contract, "Administration"). */
export interface Why {
  /** The player's username, or the name that was asked for. */
  name: string
  id: string | null
  /** The account of a character. Null for another player. */
  owner: { id: string; username: string } | null
  advice: string
  /** The attempts, the newest first. */
  attempts: ToldAttempt[]
}

interface ToldAttempt {
  /** ISO 8601. */
  at: string
  step: Attempt['step']
  outcome: 'ok' | 'refused'
  /** A stable code, or null if the attempt succeeded. */
  reason: string | null
  /** A description of the attempt. */
  message: string
  /** The client's address. */
  address: string
  /** By what a launcher signed in or was refused, if not by the password. */
  via?: SignedInVia
  /** The game server that asked below its own root. */
  server?: string
  /** The answer with NORN_NEIGHBOURS=on: `ok`, or a reason. */
  watched?: string
  /** The ids of the neighbours that would have decided. */
  neighbours?: string[]
}

/** Returns the recent attempts for a name and what to do. `name` is any username, an email address or a UUID. */
export async function whyNot(
  context: ReadContext & PasswordContext,
  name: string,
  { language = 'en', isOnPage = false }: { language?: Config['language']; isOnPage?: boolean } = {},
): Promise<Why> {
  const { db, config } = context
  const text = isOnPage ? forPages(whyTextIn(language)) : whyTextIn(language)
  const account = await playerCalled(context, name)
  const owner = account?.ownerId === undefined ? undefined : await findAccount(context, account.ownerId)
  const names = context.attempts.subjectsOfName(name)
  const visitors = isUsername(name) ? await visitorsCalled(db, fold(name)) : []
  const ids = [...(account ? [account.id] : []), ...visitors.map(({ uuid }) => uuid)]
  const rows = await attemptsOf(db, [...ids, ...names])
  const attempts = rows
    .map(({ at, step, reason, detail, address, server }): Attempt => {
      const [word, ...neighbours] = detail?.split(' ') ?? []
      return {
        at,
        step,
        refused: reason === null ? undefined : { reason, detail: word },
        via: word === 'app_password' ? word : undefined,
        address,
        server: server ?? undefined,
        neighbours: neighbours.length > 0 ? neighbours : undefined,
      }
    })
    .toSorted(newestFirst)
  const renamedTo = !account && isUsername(name) ? await formerOwner(db, name) : undefined
  const isOfServer = attempts.some(({ server }) => server !== undefined)
  const servers = isOfServer ? await listServers(context) : []
  const groupsOfServers = new Map(servers.map((server) => [server.name, server.groups]))
  const { baseUrl = '', passwordSignIn } = config
  const hasPasswords = passwordSignIn === 'on'
  const held = account || renamedTo !== undefined ? undefined : await holdOf(context, name)
  const known = { name, account, owner, held, renamedTo, attempts, baseUrl, hasPasswords, groupsOfServers }
  return {
    name: account?.username ?? name,
    id: account?.id ?? null,
    owner: owner ? { id: owner.id, username: owner.username } : null,
    advice: isOnPage ? adviceOf(text, known) : withoutIsolates(adviceOf(text, known)),
    attempts: attempts.map((attempt) => toldAttempt(text, attempt)),
  }
}

/** Finds a player like `findAccount`, by an email address the one that signs in with it. */
async function playerCalled(context: ReadContext, name: string): Promise<Account | undefined> {
  const account = await findAccount(context, name)
  const isByEmail = accountKey(name)?.column === 'email_folded'
  return isByEmail && account?.primaryId !== undefined ? findAccount(context, account.primaryId) : account
}

/** Returns the account for which a name is held. */
async function holdOf(
  context: ReadContext,
  name: string,
): Promise<{ owner: string; until: number } | undefined> {
  const claim = isUsername(name) ? await nameClaim(context.db, fold(name)) : undefined
  if (claim?.until == null || claim.until <= context.clock() || claim.account_id === null) return undefined
  const account = await findAccount(context, claim.account_id)
  return account && { owner: account.username, until: claim.until }
}

function toldAttempt(text: WhyText, attempt: Attempt): ToldAttempt {
  return {
    at: new Date(attempt.at).toISOString(),
    step: attempt.step,
    outcome: attempt.refused ? 'refused' : 'ok',
    reason: wordOf(attempt),
    message: messageOf(text, attempt),
    address: attempt.address,
    ...(attempt.via && { via: attempt.via }),
    ...(attempt.server !== undefined && { server: attempt.server }),
    ...(attempt.refused?.reason === 'watched' && { watched: attempt.refused.detail ?? '' }),
    ...(attempt.neighbours && { neighbours: attempt.neighbours }),
  }
}

function wordOf({ refused }: Attempt): string | null {
  if (!refused) return null
  return tellingDetails.find((detail) => detail === refused.detail) ?? refused.reason
}
