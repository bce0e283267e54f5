import type { Profile } from '../../model/accounts/account.ts'
import type { GroupMember } from '../../model/community/group.ts'
import { accountOf, accountOfPlayer } from '../accounts/characters.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsAny, readsColumn, writesAny, writesColumn } from '../engine/queries.ts'

const accounts = (name: string, locking: string) =>
  readsColumn<string, [accountIds: readonly string[]]>(
    name,
    `select id from account where id = any_of($1) order by id ${locking}`,
  )

const existing = accounts('existing_accounts', '')
const locked = accounts('lock_accounts', 'for no key update')

/**
 * Locks accounts before their memberships, as the deletion of an account does, and in the order of their ids. Returns
 * those that exist. Every change of memberships first locks the group (`lockGroup`), so that no two can deadlock.
 */
export const lockMembers = (tx: Transaction, accountIds: readonly string[]): Promise<string[]> =>
  (tx.dialect === 'sqlite' ? existing : locked)(tx, accountIds)

/** The account of a player, who was given by `named`: the account's own or a character. */
export type NamedMember = Profile & { named: string }

const named = (name: string, locking: string) =>
  readsAll<NamedMember, [players: readonly string[]]>(
    name,
    `select player.id as named, account.id, account.username from account as player
     join account on account.id = ${accountOf('player')}
     where player.id = any_of($1) order by account.id ${locking}`,
  )

const existingNamed = named('accounts_of_players_given', '')
const lockedNamed = named('lock_accounts_of_players', 'for no key update of account')

/** Locks the accounts of players like `lockMembers`. */
export const lockAccountsOf = (tx: Transaction, players: readonly string[]): Promise<NamedMember[]> =>
  (tx.dialect === 'sqlite' ? existingNamed : lockedNamed)(tx, players)

/**
 * Adds members and returns those that were not members before, or only by a provider, which then can't end the
 * membership. Deleted accounts and characters are ignored.
 */
export const insertMembers = writesColumn<string, [group: string, accountIds: readonly string[]]>(
  'insert_group_members',
  `insert into group_member (account_id, group_name)
   select account.id, player_group.name from player_group join account on account.id = any_of($2)
   where player_group.name = $1 and account.owner_id is null order by account.id
   on conflict (account_id, group_name) do update set provider = null
     where group_member.provider is not null returning account_id`,
)

/** Returns the memberships that a provider made. */
export const membersByProvider = readsAll<{ account_id: string; group_name: string }, [provider: string]>(
  'members_by_provider',
  'select account_id, group_name from group_member where provider = $1 order by account_id, group_name',
)

/** Returns the memberships of an account, each with the provider that made it. */
export const membershipsOf = readsAll<{ group_name: string; provider: string | null }, [accountId: string]>(
  'memberships_of_account',
  'select group_name, provider from group_member where account_id = $1',
)

/** Adds a member because a provider says so. Returns false if the account is one, or if anything of it is gone. */
export const insertMembershipBy = writesAny<
  [provider: string, accountId: string, group: string],
  Transaction
>(
  'insert_membership_by_provider',
  `insert into group_member (account_id, group_name, provider)
   select account.id, player_group.name, provider.name from account, player_group, provider
   where account.id = $2 and player_group.name = $3 and provider.name = $1
   on conflict (account_id, group_name) do nothing returning group_name`,
)

/** Ends the memberships of an account that a provider made, but for some groups, and returns the groups of the others. */
export const deleteMembershipsBy = writesColumn<
  string,
  [provider: string, accountId: string, but: readonly string[]]
>(
  'delete_memberships_by_provider',
  `delete from group_member where provider = $1 and account_id = $2 and not group_name = any_of($3)
   returning group_name`,
)

/** Ends all memberships that a provider made. */
export const deleteAllMembershipsBy = writesAny<[provider: string], Transaction>(
  'delete_all_memberships_by_provider',
  'delete from group_member where provider = $1 returning account_id',
)

/** Keeps the members of a group, with who made them that, as parts of its deletion. */
export const keepMembers = executes<[deletionId: string, group: string], Transaction>(
  'keep_members_of_group',
  `insert into deletion_part (deletion_id, part, account_id, key, more)
   select cast($1 as text), 'member', account_id, group_name, provider from group_member where group_name = $2`,
)

/** Makes those members again who have an account, made by a provider if it is still there, and returns them. */
export const restoreMembers = writesColumn<string, [deletionId: string, group: string]>(
  'restore_members_of_group',
  `insert into group_member (account_id, group_name, provider)
   select account.id, deletion_part.key, deletion_part.more from deletion_part
     join account on account.id = deletion_part.account_id
   where deletion_part.deletion_id = $1 and deletion_part.part = 'member' and deletion_part.key = $2
     and account.owner_id is null
     and (deletion_part.more is null or exists (select 1 from provider where provider.name = deletion_part.more))
   on conflict (account_id, group_name) do nothing returning account_id`,
)

/** Returns the groups whose deletion can be undone and that a provider has made an account a member of. */
export const keptMembershipsBy = readsColumn<string, [provider: string, accountId: string]>(
  'kept_memberships_by_provider',
  `select key from deletion_part where account_id = $2 and part = 'member' and more = $1`,
)

/** Forgets kept memberships that a provider has made, but for some groups. */
export const forgetKeptMembershipsBy = executes<
  [provider: string, accountId: string, but: readonly string[]],
  Transaction
>(
  'forget_kept_memberships_by_provider',
  `delete from deletion_part
   where account_id = $2 and part = 'member' and more = $1 and not key = any_of($3)`,
)

/** Forgets all memberships of deleted groups that a provider has made. */
export const forgetAllKeptMembershipsBy = executes<[provider: string], Transaction>(
  'forget_all_kept_memberships_by_provider',
  `delete from deletion_part where part = 'member' and more = $1
     and deletion_id in (select id from deletion where kind = 'group')`,
)

/** Keeps the memberships that a provider has made, as parts of its deletion. */
export const keepMembershipsBy = executes<[deletionId: string, provider: string], Transaction>(
  'keep_memberships_by_provider',
  `insert into deletion_part (deletion_id, part, account_id, key, more)
   select cast($1 as text), 'member', account_id, group_name, provider from group_member where provider = $2`,
)

/** Returns the groups of kept memberships, in the order in which they are locked. */
export const groupsOfDeletion = readsColumn<string, [deletionId: string]>(
  'groups_of_deletion',
  `select distinct key from deletion_part where deletion_id = $1 and part = 'member' order by key`,
)

/** Makes those members again that are linked to the provider, and whose group is there. */
export const restoreMembershipsBy = executes<[deletionId: string, provider: string], Transaction>(
  'restore_memberships_by_provider',
  `insert into group_member (account_id, group_name, provider)
   select linked_identity.account_id, player_group.name, linked_identity.provider from deletion_part
     join linked_identity on linked_identity.provider = $2
       and linked_identity.account_id = deletion_part.account_id
     join player_group on player_group.name = deletion_part.key
   where deletion_part.deletion_id = $1 and deletion_part.part = 'member'
   on conflict (account_id, group_name) do nothing`,
)

/** Removes members and returns those that were members before. */
export const deleteMembers = writesColumn<string, [group: string, accountIds: readonly string[]]>(
  'delete_group_members',
  'delete from group_member where account_id = any_of($2) and group_name = $1 returning account_id',
)

/** Returns the members in the order of their names. */
export const membersOf = readsAll<GroupMember, [group: string]>(
  'members_of_group',
  `select account.id, account.username from group_member join account on account.id = account_id
   where group_name = $1 order by account.username_folded`,
)

/** Returns the names of the groups of a player's account, sorted. */
export const groupNamesOf = readsColumn<string, [accountId: string]>(
  'groups_of_account',
  `select group_name from group_member where account_id = ${accountOfPlayer('$1')} order by group_name`,
)

export const groupNamesOfAll = readsAll<
  { account_id: string; group_name: string },
  [accountIds: readonly string[]]
>(
  'groups_of_accounts',
  `select account_id, group_name from group_member where account_id = any_of($1)
   order by account_id, group_name`,
)

/** Returns true if the account of a player is in one of the groups. */
export const isMemberOfOne = readsAny<[player: string, groups: readonly string[]]>(
  'is_group_member',
  `select account_id from group_member
   where account_id = ${accountOfPlayer('$1')} and group_name = any_of($2) limit 1`,
)
