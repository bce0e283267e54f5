import {
  type Check,
  levelIn,
  type Need,
  type ProfileName,
  profileNames,
  profileOf,
  type Result,
} from './check.ts'
import type { Answer } from './http/exchange.ts'
import { Deviation, NotOffered, Skipped, Stopped } from './outcome.ts'
import { putBack, remember, type Worn } from './protocol/uploads.ts'
import {
  type CheckResult,
  type Report,
  type ShownAnswer,
  type ShownRequest,
  summarise,
} from './report/report.ts'
import { Trial, type World } from './trial.ts'

export interface Plan {
  checks: readonly Check[]
  /** Checks that fail today, with the reason. */
  expected: ReadonlyMap<string, string>
  /** True where the operator has said that the target is theirs: checks of `security` are tried. */
  isOwn: boolean
  /** Told of each result as it comes. */
  onResult?: (result: CheckResult) => void
}

export type Results = Pick<Report, 'stopped' | 'profiles' | 'checks'>

/** Tries the checks one after another. */
export async function runChecks(world: World, plan: Plan): Promise<Results> {
  const results: CheckResult[] = []
  const complete = new Map<ProfileName, boolean>()
  let stopped: string | undefined
  for (const name of profileNames) {
    const checks = plan.checks.filter((check) => profileOf(check) === name)
    if (checks.length === 0) continue
    const before = name === 'textures' ? await rememberedTextures(world, checks) : undefined
    for (const check of checks) {
      const { result, stop } = stopped
        ? { result: resultOf(world, check, 'skipped', stopped), stop: stopped }
        : await tryOne(world, check, plan)
      stopped ??= stop
      results.push(result)
      plan.onResult?.(result)
    }
    complete.set(name, stopped === undefined)
    if (before && !stopped) await putBack(new Trial(world), before).catch(() => undefined)
  }
  const profiles = Object.fromEntries(
    [...complete].map(([name, isComplete]) => [
      name,
      summarise(
        results.filter(({ profile }) => profile === name).map(({ result }) => result),
        isComplete,
      ),
    ]),
  )
  return { ...(stopped && { stopped }), profiles, checks: results }
}

interface Tried {
  result: CheckResult
  stop?: string
}

async function tryOne(world: World, check: Check, { expected, isOwn }: Plan): Promise<Tried> {
  const skip = reasonToSkip(world, check, isOwn)
  if (skip) return { result: resultOf(world, check, 'skipped', skip) }
  const { name } = world.target.layout
  if (check.layouts && !check.layouts.includes(name))
    return { result: resultOf(world, check, 'not-offered', `not part of the layout ${name}`) }
  const trial = new Trial(world)
  try {
    await check.run(trial)
    return { result: resultOf(world, check, 'pass', '') }
  } catch (error) {
    if (error instanceof Stopped)
      return { result: resultOf(world, check, 'skipped', error.message), stop: error.message }
    if (error instanceof NotOffered) return { result: resultOf(world, check, 'not-offered', error.message) }
    if (error instanceof Skipped) return { result: resultOf(world, check, 'skipped', error.message) }
    const deviation = error instanceof Deviation ? error : unreadable(error)
    const reason = expected.get(check.id)
    const failed = reason === undefined ? 'fail' : 'expected-fail'
    const result = resultOf(
      world,
      check,
      levelIn(check, name) === 'must' ? failed : 'warn',
      deviation.observed,
    )
    result.expected = masked(world, deviation.expected)
    if (reason !== undefined) result.observed += ` (known: ${reason})`
    return { result: { ...result, ...shownExchange(world, deviation.answer ?? trial.last) } }
  }
}

/** A check can read what protocols have. What it stumbles over is nothing that a client reads either. */
const unreadable = (error: unknown): Deviation =>
  new Deviation(
    'an answer that can be read',
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  )

const adapterNeeds = new Map<Need, string>([
  ['disposable account', 'createAccount'],
  ...(
    [
      'changePassword',
      'rename',
      'suspend',
      'removeAccount',
      'createClient',
      'approveDevice',
      'linkBedrock',
    ] as const
  ).map((name) => [name, name] as const),
])

function reasonToSkip(
  { accounts, adapter, neighbours, serverRoot }: World,
  check: Check,
  isOwn: boolean,
): string | undefined {
  if (profileOf(check) === 'security' && !isOwn)
    return 'the profile security is for servers of your own: --i-own-this'
  const plain = accounts.filter(({ totpSecret }) => !totpSecret).length
  for (const need of check.needs ?? []) {
    if (need === 'account' && plain < 1) return 'it needs an account: --accounts'
    if (need === 'two accounts' && plain < 2) return 'it needs two accounts: --accounts'
    if (need === 'second factor' && plain === accounts.length) return 'it needs an account with a totpSecret'
    if (need === 'server root' && !serverRoot) return 'it needs --server-root'
    if (need === 'neighbours' && !neighbours) return 'it needs --neighbours'
    const name = adapterNeeds.get(need)
    if (name && !(name in adapter)) return `it needs ${name} of an adapter: --adapter`
  }
  return undefined
}

function resultOf(world: World, check: Check, result: Result, observed: string): CheckResult {
  const { id, title, breaks, source } = check
  const level = levelIn(check, world.target.layout.name)
  return {
    id,
    profile: profileOf(check),
    title,
    level,
    result,
    expected: title,
    observed: masked(world, observed),
    breaks,
    source,
  }
}

/** Bodies are shown up to this many characters, and what was observed up to half of them. */
const mostShown = 2000

/** The words of a server, cut to a length and without secrets. */
function masked({ client: { secrets } }: World, text: string): string {
  const shown = secrets.masked(text.slice(0, mostMasked))
  return shown.length > mostShown / 2 ? `${shown.slice(0, mostShown / 2)}…` : shown
}

/** And masked up to this many bytes: no secret that begins in what is shown ends behind it. */
const mostMasked = 40_000

function shownExchange(
  { client: { secrets } }: World,
  answer: Answer | undefined,
): { request?: ShownRequest; answer?: ShownAnswer } {
  if (!answer) return {}
  const { request } = answer
  const headers = (all: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [
        secrets.masked(name),
        /cookie|authorization/.test(name) ? '***' : secrets.masked(value),
      ]),
    )
  const body = (bytes: Buffer | undefined): string => {
    const text = bytes?.subarray(0, mostMasked).toString('utf8') ?? ''
    if (/(?![\t\r\n])\p{Cc}|\ufffd/u.test(text)) return `${bytes?.length} bytes`
    const shown = secrets.masked(text)
    return shown.length > mostShown ? `${shown.slice(0, mostShown)}… (${bytes?.length} bytes)` : shown
  }
  return {
    request: {
      method: request.method,
      url: secrets.masked(request.url),
      headers: headers(request.headers),
      body: body(request.body),
    },
    answer: { status: answer.status, headers: headers(answer.headers), body: body(answer.bytes) },
  }
}

/** Reads what the account wears before checks change it; undefined where none will. */
async function rememberedTextures(
  world: World,
  checks: readonly Check[],
): Promise<readonly Worn[] | undefined> {
  const changes = world.target.addresses.texture && checks.some(({ needs = [] }) => needs.includes('account'))
  if (!changes || world.accounts.length === 0) return undefined
  return remember(new Trial(world)).catch(() => undefined)
}
