import { maxPlayers } from '../../domain/characters/players.ts'
import { fold } from '../../lib/text/fold.ts'
import { maxGroups } from '../../model/community/group.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import type { Candidate, RefusedEntry } from './batches.ts'
import { EntryRefused, type ImportedAccount, type OwnerName, shownOwner } from './imported-account.ts'
import {
  hasCharacters,
  holderOfId,
  isSame,
  isSamePlayer,
  type Known,
  ownerAmong,
  readKnown,
  takenIdentity,
} from './known.ts'
import type { ImportRefusal } from './reasons.ts'
import type { HolderRow } from './rows.ts'
import type { ImportTarget } from './target.ts'

/** The account of a character: one that exists, or an earlier candidate of the same batch. */
export type Owner = HolderRow | Candidate

export const isCandidate = (owner: Owner): owner is Candidate => 'account' in owner

/** A candidate whose keys are free, and what it is imported as. */
export interface Planned {
  candidate: Candidate
  account: ImportedAccount
  /** Undefined for an account. */
  owner: Owner | undefined
  /** The account that may be that of its user, where nothing but a name or UUID says so. */
  unsure?: HolderRow
}

export interface Compared {
  free: Planned[]
  /** Characters whose account may be in the batch that is just being written. */
  waiting: Candidate[]
  refused: RefusedEntry[]
  unchanged: number
}

export interface CompareWith {
  target: ImportTarget
  isReserved: (username: string) => boolean
  /** The groups that exist, and those that the entries so far have added. */
  groups: Set<string>
  providers: ReadonlySet<string>
  /** If true, each player of a user becomes an account. */
  splitsUsers: boolean
  /** The folded usernames of refused lines, with the number of the first one. */
  refusedNames: ReadonlyMap<string, number>
}

export interface Pass {
  /** False while an earlier batch is being written. */
  isFinal: boolean
  /** The UUIDs of the accounts that were made of users of this batch. */
  accountsOfUsers: ReadonlyMap<string, string>
  /** The numbers of the entries of this batch that were added, by UUID. */
  added: ReadonlyMap<string, number>
}

type Verdict = 'free' | 'unchanged' | { reason: ImportRefusal; detail?: string | undefined }

/** Compares candidates with the existing accounts and with each other: which keys are free, and which are refused. */
export async function compare(
  { target, isReserved, groups, providers, splitsUsers, refusedNames }: CompareWith,
  batch: readonly Candidate[],
  { isFinal, accountsOfUsers, added }: Pass,
): Promise<Compared> {
  const known = await readKnown(target, batch, accountsOfUsers.values())
  const compared: Compared = { free: [], waiting: [], refused: [], unchanged: 0 }
  const isOfSeveral = hasCharacters(batch)
  const planned = new Map<string, Planned>()
  const players = new Map<Owner, { count: number; hasPrimary: boolean }>()

  const onAccount = ({ account }: Candidate): Verdict => {
    const { id, username, email } = account
    const key = fold(username)
    const usernameHolder = known.byUsername.get(key)
    const strange = account.linked.find(({ provider }) => !providers.has(provider))
    const taken = takenIdentity(known, account)
    if (usernameHolder && isSame(account, usernameHolder)) return 'unchanged'
    if (id !== undefined && known.byId.has(id)) return { reason: 'id_taken' }
    if (usernameHolder) return { reason: 'username_taken' }
    if (known.held.has(key) && (id === undefined || known.held.get(key) !== id))
      return { reason: 'username_held' }
    if (isReserved(username)) return { reason: 'username_reserved' }
    if (email !== undefined && known.byEmail.has(fold(email))) return { reason: 'email_taken' }
    if (strange) return { reason: 'provider_unknown', detail: JSON.stringify(strange.provider.slice(0, 40)) }
    if (taken)
      return { reason: 'subject_taken', detail: `${taken.provider} ${JSON.stringify(taken.subject)}` }
    if (!addWithin(maxGroups, groups, account.groups)) return { reason: 'groups_too_many' }
    return 'free'
  }

  const playersOf = (owner: Owner) => {
    const found = players.get(owner) ?? {
      count: 1 + (isCandidate(owner) ? 0 : (known.characters.get(owner.id) ?? 0)),
      hasPrimary: !isCandidate(owner) && owner.primary_id !== null && owner.primary_id !== owner.id,
    }
    players.set(owner, found)
    return found
  }

  const onCharacter = ({ id, username, isPrimary }: ImportedAccount, owner: Owner): Verdict => {
    const ownerId = isCandidate(owner) ? owner.account.id : owner.id
    const key = fold(username)
    const holder = known.byUsername.get(key)
    const heldFor = known.held.get(key)
    if (holder && isSamePlayer({ id, username }, holder) && holder.owner_id === ownerId) return 'unchanged'
    if (id !== undefined && known.byId.has(id)) return { reason: 'id_taken' }
    if (holder) return { reason: 'username_taken' }
    if (known.held.has(key) && (heldFor == null || (heldFor !== id && heldFor !== ownerId)))
      return { reason: 'username_held' }
    if (isReserved(username)) return { reason: 'username_reserved' }
    const its = playersOf(owner)
    if (isPrimary && its.hasPrimary) return { reason: 'primary_taken' }
    if (its.count >= maxPlayers) return { reason: 'character_limit' }
    its.count++
    its.hasPrimary ||= isPrimary
    return 'free'
  }

  const enter = (verdict: Verdict, plan: Planned): boolean => {
    const { number, name, account } = plan.candidate
    if (verdict === 'unchanged') compared.unchanged++
    else if (verdict === 'free') {
      compared.free.push(plan)
      // Of two with one name or UUID the first gets it.
      for (const key of isOfSeveral ? [account.id, fold(account.username)] : [])
        if (key !== undefined && !planned.has(key)) planned.set(key, plan)
    } else {
      const { reason, detail } = verdict
      const username = account.username
      compared.refused.push({
        number,
        ...(name && { name }),
        username,
        refused: new EntryRefused(reason, detail),
      })
    }
    return verdict === 'free'
  }

  /** Returns the account or character that a line names, or undefined if nobody has the name, or an earlier line lost it. */
  const named = (owner: OwnerName, number: number): Owner | undefined => {
    const isLost = owner.column === 'username_folded' && (refusedNames.get(owner.value) ?? number) < number
    const here = ownerAmong(known, owner)
    const isLater = here && (added.get(here.id) ?? 0) > number
    return isLost || isLater ? undefined : (here ?? planned.get(owner.value)?.candidate)
  }

  const line = (candidate: Candidate, owner: OwnerName): void => {
    const { account, number } = candidate
    const found = named(owner, number)
    const plan = { candidate, account, owner: found }
    if (found && (isCandidate(found) ? found.account.owner : found.owner_id))
      enter({ reason: 'owner_is_character' }, plan)
    else if (found) enter(onCharacter(account, found), plan)
    else if (isFinal) enter({ reason: 'owner_unknown', detail: shownOwner(owner.value) }, plan)
    else compared.waiting.push(candidate)
  }

  /** The first player of a user that can be imported becomes the account, and the others its characters. */
  const user = (candidates: readonly Candidate[]): void => {
    const { here, its } = accountsHere(known, candidates, accountsOfUsers)
    let owner: Owner | undefined = its
    for (const candidate of candidates) {
      const { account } = candidate
      const holder = known.byUsername.get(fold(account.username))
      const isHere = holder && isSamePlayer(account, holder) && isOneOf(here, holder, account)
      const character = asCharacter(account)
      if (isHere) compared.unchanged++
      else if (owner) enter(onCharacter(character, owner), { candidate, account: character, owner })
      else if (enter(onAccount(candidate), planOf(candidate, here))) owner = candidate
    }
  }

  for (const candidates of groupsOf(batch, splitsUsers)) {
    const [first] = candidates
    if (!first) continue
    if (!splitsUsers && first.user !== undefined) user(candidates)
    else if (first.account.owner) line(first, first.account.owner)
    else enter(onAccount(first), { candidate: first, account: first.account, owner: undefined })
  }
  return compared
}

function planOf(candidate: Candidate, [unsure]: readonly HolderRow[]): Planned {
  return { candidate, account: candidate.account, owner: undefined, ...(unsure && { unsure }) }
}

/**
 * Returns the accounts that are players of this user by name and UUID, and the one that is certainly its account: it was
 * just made of one of them, or has the email address, too. Somebody else may have made an account of the same name, and
 * with NORN_UUIDS=offline of the same UUID, to be given the user's other players.
 */
function accountsHere(
  known: Known,
  candidates: readonly Candidate[],
  accountsOfUsers: ReadonlyMap<string, string>,
): { here: HolderRow[]; its: HolderRow | undefined } {
  const here = candidates.flatMap((candidate) => {
    const { account } = candidate
    const byName = known.byUsername.get(fold(account.username))
    const byId = holderOfId(known, candidate)
    const isSeparate = byName && isSame({ ...account, email: undefined }, byName) && byName.email === null
    return [...(byName && (isSame(account, byName) || isSeparate) ? [byName] : []), ...(byId ? [byId] : [])]
  })
  const accounts = here.filter(({ owner_id }) => owner_id === null)
  const [first] = candidates
  const made = known.byId.get(accountsOfUsers.get(first?.user ?? '') ?? '')
  const email = first?.account.email
  const its = made ?? accounts.find((holder) => email !== undefined && holder.email === email)
  return { here: [...(its ? [its] : []), ...accounts], its }
}

/** Returns true for an account among them, and for a character of one. */
const isOneOf = (accounts: readonly HolderRow[], holder: HolderRow, player: ImportedAccount): boolean =>
  accounts.some(({ id }) =>
    holder.owner_id === null
      ? holder.id === id && (isSame(player, holder) || holder.email === null)
      : holder.owner_id === id,
  )

/** Yields the players of each user together, and every other candidate by itself. */
function* groupsOf(batch: readonly Candidate[], splitsUsers: boolean): Generator<readonly Candidate[]> {
  let group: Candidate[] = []
  for (const candidate of batch) {
    const belongs = !splitsUsers && candidate.user !== undefined && candidate.user === group[0]?.user
    if (!belongs && group.length > 0) {
      yield group
      group = []
    }
    group.push(candidate)
  }
  if (group.length > 0) yield group
}

/** Adds the names. Returns false, having added none, if there would be too many. */
function addWithin(limit: number, all: Set<string>, names: readonly string[]): boolean {
  const added = names.filter((name) => !all.has(name))
  if (all.size + added.length > limit && added.length > 0) return false
  for (const name of added) all.add(name)
  return true
}

/** Returns a player of a user as a character of the account that another of the user's players is. */
const asCharacter = (player: ImportedAccount): ImportedAccount => ({
  ...player,
  email: undefined,
  passwordHash: unusableHash,
  password: undefined,
  totpSecret: null,
  // The suspension is that of the user, and so of the account.
  suspension: undefined,
  roles: [],
  groups: [],
  linked: [],
})
