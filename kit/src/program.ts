import { readFile } from 'node:fs/promises'
import { loadAdapter } from './adapter.ts'
import { readExpected } from './expected.ts'
import { serveHostile } from './hostile/command.ts'
import { Client } from './http/client.ts'
import { closeConnections, Unreachable } from './http/exchange.ts'
import { isVendors } from './http/hosts.ts'
import { Paces } from './http/paces.ts'
import { limits, Patience } from './http/patience.ts'
import { Reach } from './http/reach.ts'
import { Secrets } from './http/secrets.ts'
import { kit } from './kit.ts'
import { readAddresses } from './layouts/urls.ts'
import { type Options, readOptions, usage } from './options.ts'
import { Stopped, UsageError } from './outcome.ts'
import { checks } from './profiles/all.ts'
import { oneLine } from './report/escape.ts'
import { writeReports } from './report/files.ts'
import { listed } from './report/list.ts'
import type { Report } from './report/report.ts'
import { shownResult, shownSummary } from './report/terminal.ts'
import { runChecks } from './run.ts'
import { select } from './select.ts'
import type { Surroundings } from './surroundings.ts'
import type { World } from './trial.ts'
import { openWorld } from './world.ts'

/** Runs a command line, and returns the exit status. */
export async function runProgram(line: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    if (line[0] === 'serve') return await serveHostile(line.slice(1), surroundings)
    if (line.includes('--help') || line.includes('-h')) surroundings.out(usage)
    else if (line.includes('--version')) surroundings.out(`${kit.version}\n`)
    else return await check(readOptions(line), surroundings)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    surroundings.error(`${oneLine(`account-server-check: ${error.message}`)}\n`)
    return 2
  } finally {
    closeConnections()
  }
}

async function check(options: Options, surroundings: Surroundings): Promise<number> {
  const chosen = select(checks, options.profiles, options.only)
  if (options.isList) {
    surroundings.out(listed(chosen))
    return 0
  }
  const expected = readExpected(
    await json('--expected', options.expected, {}),
    new Set(checks.map(({ id }) => id)),
  )
  const begun = surroundings.now()
  const seed = options.seed ?? begun % 1_000_000
  let report: Report
  try {
    const world = await open(options, surroundings, seed)
    const { target } = world
    const onResult = (result: Report['checks'][number]): void =>
      surroundings.out(
        shownResult(result, { isVerbose: options.isVerbose, isTerminal: surroundings.isTerminal }),
      )
    surroundings.out(
      `${kit.name} ${kit.version}: ${target.url}, layout ${target.layout.name}, seed ${seed}\n\n`,
    )
    const results = await runChecks(world, {
      checks: chosen,
      expected,
      isOwn: options.isOwn,
      onResult,
    }).finally(world.end)
    report = {
      kit,
      date: new Date(begun).toISOString(),
      seed,
      target: {
        url: target.url,
        layout: target.layout.name,
        implementation: {
          name: shownName(world, target.implementation.name),
          version: shownName(world, target.implementation.version),
        },
      },
      ...results,
    }
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof Stopped)) throw error
    surroundings.error(`${oneLine(`account-server-check: ${options.url}: ${error.message}`)}\n`)
    return 1
  }
  if (options.report !== undefined) await writeReports(options.report, report)
  surroundings.out(shownSummary(report, expected))
  return statusOf(report, options.isStrict, expected)
}

/** The name that a server gives itself, cut to a length and without secrets. */
const shownName = ({ client }: World, name: string): string => client.secrets.masked(name.slice(0, 100))

/** A failure, or with `--level strict` a warning, that nobody expected; a run that was stopped proves nothing. */
function statusOf(
  { stopped, checks: results }: Report,
  isStrict: boolean,
  expected: ReadonlyMap<string, string>,
): number {
  const hasFailed = results.some(
    ({ id, result }) => result === 'fail' || (isStrict && result === 'warn' && !expected.has(id)),
  )
  return stopped || hasFailed ? 1 : 0
}

async function open(options: Options, { now, sleep, patience }: Surroundings, seed: number): Promise<World> {
  const { hostname } = new URL(options.url)
  if (isVendors(hostname)) throw new UsageError(`${hostname} belongs to the vendor: it is not checked`)
  const paces = new Paces(options.rate, () => performance.now(), sleep)
  const { url, layout, hosts, serverRoot } = options
  const addresses = readAddresses(await json('--addresses', options.addresses, {}))
  const typed = [
    url,
    ...Object.values(hosts),
    ...Object.values(addresses),
    ...(serverRoot ? [serverRoot] : []),
  ]
  const client = new Client({
    paces,
    secrets: new Secrets(),
    userAgent: `${kit.name}/${kit.version}`,
    patience: new Patience({ ...limits, ...patience }, () => performance.now()),
    reach: new Reach(typed.filter((each) => URL.canParse(each)).map((each) => new URL(each).hostname)),
  })
  return openWorld(client, {
    aim: { url, layout, hosts, addresses },
    serverRoot,
    neighbours: options.neighbours,
    accounts: await json('--accounts', options.accounts, undefined),
    adapter: options.adapter === undefined ? {} : await loadAdapter(options.adapter),
    seed,
    now,
    sleep,
  })
}

async function json(option: string, path: string | undefined, absent: unknown): Promise<unknown> {
  if (path === undefined) return absent
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
