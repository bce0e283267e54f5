import { dirname } from 'node:path'
import { requireGroups } from '../../domain/community/groups.ts'
import { Folder } from '../../lib/files/folder.ts'
import { ForeignDatabaseRefused } from '../../moving/databases/database.ts'
import { entriesOf } from '../../moving/import/entries.ts'
import { importAccounts } from '../../moving/import/import.ts'
import { linkIdentities } from '../../moving/programs/identities.ts'
import { renamePlayers } from '../../moving/programs/rename.ts'
import { inGroups, type Source } from '../../moving/programs/source.ts'
import { commandActor } from '../accounts/command-actor.ts'
import { CommandRefused, UsageError } from '../line/command.ts'
import type { Output } from '../line/output.ts'
import { Progress } from '../line/progress.ts'
import { withContext, withDryRunContext } from '../line/with-context.ts'
import { EqualRemarks } from './equal-remarks.ts'
import { importRefusal } from './import-refusals.ts'
import { charactersText, findingText, linkedText, remarkText, skippedData } from './import-remarks.ts'
import { openSource } from './import-sources.ts'

interface Given {
  source: string
  from: string
  textures: string | undefined
  table: string | undefined
  column: readonly string[] | undefined
  prefix: string | undefined
  salt: string | undefined
  algorithm: string | undefined
  rename: readonly string[] | undefined
  group: readonly string[] | undefined
  split: boolean
  'no-mail': boolean
  'dry-run': boolean
  reserved: boolean
}

/** Reports each refused account when it is found, then the remarks, and the counts at the end. */
export async function importSource(given: Given, output: Output): Promise<void> {
  const { source: address, from, group = [], split: splitsUsers, 'dry-run': isDryRun } = given
  const isFile = !/^\w+:\/\//.test(address)
  const folder = new Folder(output.path(given.textures ?? (isFile ? dirname(address) : '.')))
  const run = isDryRun ? withDryRunContext : withContext
  const usernames = usernamesOf(given.rename ?? [])
  const { source, close } = await opened(from, address, () =>
    openSource(from, isFile ? output.path(address) : address, { ...given, split: splitsUsers || undefined }),
  )
  try {
    await run(output, async (context) => {
      await requireGroups(context.db, group)
      const linked = linkIdentities(context, source)
      const players = inGroups(renamePlayers(context, linked, usernames), group)
      const entries = entriesOf(context, players, { splitsUsers })
      const batches = importAccounts(context, commandActor(), entries, {
        folder,
        isDryRun,
        splitsUsers,
        notifiesOwners: !given['no-mail'],
        takesReserved: given.reserved,
      })
      await report(batches, source, isDryRun, output)
    })
  } finally {
    await close()
  }
}

async function report(
  batches: ReturnType<typeof importAccounts>,
  { total, left, findings = [] }: Source,
  isDryRun: boolean,
  output: Output,
): Promise<void> {
  const sum = { added: 0, characters: 0, linked: 0, unchanged: 0, mails: 0 }
  const refusals: { player: number; name: string; reason: string }[] = []
  const remarks: { name: string; remark: string }[] = []
  for (const finding of findings) {
    const { place, text } = findingText(finding)
    output.note(`${place}: ${text}`)
    remarks.push({ name: place, remark: text })
  }
  const equal = new EqualRemarks()
  const progress = new Progress(output.surroundings.stderr, 'players')
  for await (const batch of batches) {
    sum.added += batch.added
    sum.characters += batch.characters
    sum.linked += batch.linked
    sum.unchanged += batch.unchanged
    sum.mails += batch.mails
    progress.end()
    for (const { number, name = '', refused } of batch.refused) {
      const reason = importRefusal(refused)
      output.note(`refused: ${JSON.stringify(name)}: ${reason}`)
      refusals.push({ player: number, name, reason })
    }
    for (const { name, remark, detail } of batch.remarks) {
      const text = remarkText(remark, detail)
      equal.add(name, text)
      remarks.push({ name, remark: text })
    }
    progress.update(batch.position, total && Math.min(1, batch.position / total))
  }
  progress.end()
  for (const line of equal.lines()) output.note(line)
  const stays = [...left].flatMap(([what, count]) => (count > 0 ? { what: skippedData[what], count } : []))
  const { added, characters, linked, unchanged, mails } = sum
  const counts = isDryRun
    ? `dry run, nothing was changed: ${added} to add, ${unchanged} unchanged, ${refusals.length} to refuse`
    : `${added} added, ${unchanged} unchanged, ${refusals.length} refused`
  const places = stays.map(({ what, count }) => `left behind: ${count} ${what}`)
  const leave = isDryRun ? 'would be sent' : 'will be sent while the service runs'
  const notified =
    mails > 0 ? [`email: ${mails} to users whose players are separate accounts now ${leave}`] : []
  output.object(
    { ...sum, refused: refusals, remarks, left: stays },
    counts,
    ...charactersText({ added, characters }, isDryRun),
    ...linkedText(linked, isDryRun),
    ...notified,
    ...places,
  )
  if (refusals.length === 0) return
  const players = refusals.length === 1 ? '1 player' : `${refusals.length} players`
  const were = isDryRun ? 'would be' : refusals.length === 1 ? 'was' : 'were'
  throw new CommandRefused(
    `${players} ${were} refused; correct them in the other program, or give --rename OLD=NEW, and import again`,
  )
}

async function opened<Opened>(from: string, address: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof ForeignDatabaseRefused)) throw error
    const next = `docs/moving.md explains what to give for ${from}`
    throw new CommandRefused(`${maskPassword(address)} cannot be read: ${error.message}; ${next}`, {
      cause: error,
    })
  }
}

/** Reads the pairs `OLD=NEW` into a map. */
function usernamesOf(pairs: readonly string[]): Map<string, string> {
  return new Map(
    pairs.map((pair) => {
      const [, old, username] = /^(.+)=([^=]+)$/s.exec(pair) ?? []
      if (old === undefined || username === undefined) {
        throw new UsageError(`--rename is "${pair}"; write OLD=NEW, as in --rename "Old Name=New_Name"`)
      }
      return [old, username]
    }),
  )
}

/** Returns the address without the password that a database's address may contain. */
const maskPassword = (address: string): string => address.replace(/^(\w+:\/\/[^/@:]*):.*@/s, '$1:…@')
