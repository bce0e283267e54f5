// The first administrator, made in a browser with a code from the log (docs/decisions/0163-first-administrator.md).
import { hourMs } from '../../lib/measure/units.ts'
import { isMailAddress } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { digestOfLink } from '../../model/accounts/credential.ts'
import { isAdministrator, readRoles } from '../../model/accounts/role.ts'
import { type Refusal, Refused } from '../../model/errors/refusal.ts'
import { insertAccount } from '../../storage/accounts/accounts.ts'
import { lockRoles, rowsWithRoles } from '../../storage/accounts/roles.ts'
import {
  deleteSetupCodes,
  insertSetupCode,
  setupCode,
  takeSetupCode,
} from '../../storage/accounts/setup-codes.ts'
import { type Queries, UniqueViolation } from '../../storage/engine/database.ts'
import { newAccountRow, toAccount } from '../accounts/account-row.ts'
import { setRolesIn } from '../accounts/roles.ts'
import { askerAt } from '../asker.ts'
import { change } from '../change.ts'
import type { ChangeContext, PasswordContext, ReadContext, SiteContext } from '../context.ts'
import { prepareName } from '../names/owner.ts'
import { nameProblem } from '../names/rules.ts'
import { deadLink } from '../sign-in/one-time-links.ts'
import { newUuid } from './new-uuid.ts'
import { reasonOf } from './register.ts'
import { passwordProblem } from './rules.ts'

/** A code of 72 random bits, as an invite's. */
const codeBytes = 9
export const setupCodeMs = hourMs

const isAnybodyAdministrator = async (db: Queries): Promise<boolean> =>
  (await rowsWithRoles(db)).some(({ roles }) => isAdministrator({ roles: readRoles(roles) }))

/** Makes a code that replaces the one before it. Returns undefined if there is an administrator. */
export function makeSetupCode({ clock, db, random }: ChangeContext): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await lockRoles(tx)
    await deleteSetupCodes(tx)
    if (await isAnybodyAdministrator(tx)) return undefined
    const code = random.bytes(codeBytes).toString('hex')
    await insertSetupCode(tx, { digest: digestOfLink('setup', code), expires_at: clock() + setupCodeMs })
    return code
  })
}

interface FirstAdministrator {
  /** The text that was typed. */
  code: string
  username: string
  email: string
  password: string
  language: string
  /** The client's address. */
  address: string
}

/**
 * Makes an account that is the first administrator, for exactly one of several concurrent callers. A wrong code is charged
 * to the network. Throws Refused `link_dead` for one, `too_many_links`, and all that is wrong with the account; GateFull.
 */
export async function makeFirstAdministrator(
  context: ChangeContext & PasswordContext & SiteContext,
  { code, username, email, password, language, address }: FirstAdministrator,
): Promise<{ id: string; username: string }> {
  const { clock, db, passwords } = context
  const digest = digestOfLink('setup', code.replaceAll(/[\s-]/g, '').toLowerCase())
  await requireCode(context, digest, address)
  const [reason, ...also] = await problemsOf(context, { username, email, password })
  if (reason) throw new Refused(reason, { also })
  const passwordHash = await passwords.hash(password, askerAt(address))
  const id = await db.transaction((tx) => newUuid(context, tx, username))
  try {
    return await change(context, accountActor({ id, username }, address), async (tx) => {
      await lockRoles(tx)
      const isTaken = await takeSetupCode(tx, digest, clock())
      if (!isTaken || (await isAnybodyAdministrator(tx))) throw new Refused('link_dead')
      const createdAt = clock()
      const row = newAccountRow({ id, username, email, passwordHash, language, totpSecret: null, createdAt })
      await prepareName(context, tx, username, { id })
      await insertAccount(tx, row)
      const granted = await setRolesIn(
        context,
        tx,
        accountActor({ id, username }, address),
        toAccount(row, createdAt),
        ['admin'],
      )
      const made = { event: 'account.created' as const, account: id, details: { username } }
      return { events: [made, ...granted], result: { id, username } }
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refused(reasonOf(error), { cause: error })
  }
}

async function requireCode(context: ReadContext, digest: string, address: string): Promise<void> {
  const { clock, db } = context
  if ((await setupCode(db, digest, clock())) && !(await isAnybodyAdministrator(db))) return
  throw await deadLink(context, address)
}

type Given = Pick<FirstAdministrator, 'username' | 'email' | 'password'>

async function problemsOf(
  context: ReadContext & SiteContext,
  { username, email, password }: Given,
): Promise<Refusal[]> {
  const problems = [
    nameProblem(context, username, { isPlayers: true }),
    isMailAddress(email) ? undefined : ('email_malformed' as const),
    await passwordProblem(context, password, { username, email }),
  ]
  return problems.filter((problem) => problem !== undefined)
}
